PRAGMA application_id = 1282369381;
PRAGMA user_version = 14;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE migration (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    checksum BLOB NOT NULL CHECK (length(checksum) = 32),
    applied_at INTEGER NOT NULL
) STRICT;
INSERT INTO migration VALUES(0,'edition 1',X'f7d7aae254d9d59ceeae28b6a39db1e1af42a9c8dd5ac2650012979cfd91b4d0',1795173895539);
INSERT INTO migration VALUES(1,'0001_house',X'b83a0ff73f02fe24f7e79151714463a6e6a2785d024116e171cf5e9c43e43c56',1795173895534);
INSERT INTO migration VALUES(2,'0002_people',X'afe08cfd81b281faff7b9bccf0a0c8c37c6d089f6934d5fd25a999371173af11',1795173895534);
INSERT INTO migration VALUES(3,'0003_hall',X'030f32f12f4d68df0aed1be564ebc373356dbb4a1efb17e8052ac4a2e00b71be',1795173895535);
INSERT INTO migration VALUES(4,'0004_show',X'cad79e34c769cc2db746d2711a6c9fadda156f772fe07f41b930d2f08c9d9b52',1795173895535);
INSERT INTO migration VALUES(5,'0005_hold',X'd7696caacff668f4d5e121bfb2b477a1ed873a0d85709db3c18c397f6d58f832',1795173895535);
INSERT INTO migration VALUES(6,'0006_shift',X'1548b7b8ae0886b221ac32a57e62bdb5f82886703bf78256712044aba54bdcc1',1795173895535);
INSERT INTO migration VALUES(7,'0007_sale',X'0f099640aee0e4a548ce6ea1d90b9ca959acf0fe7359c65d32b7901b301b81e4',1795173895536);
INSERT INTO migration VALUES(8,'0008_voucher',X'3bf8c677b5fa3ff0f1299ea65b8d49875629b77bdd657c83fd7b4840ee0d9649',1795173895536);
INSERT INTO migration VALUES(9,'0009_waiter',X'7bad8865839b67d6792dbd4ed69946906452ca44fde282fe071eafc1443f4f09',1795173895536);
INSERT INTO migration VALUES(10,'0010_log',X'f4ccbf845a827ca667ee0d5e4d000903809b83de29133d4f9e58e5c14be0d5ea',1795173895536);
INSERT INTO migration VALUES(11,'0011_door',X'ad21629fcd733834607e216f6a579c10a659af1c5a85624c410e483ba582f472',1795173895537);
INSERT INTO migration VALUES(12,'0012_journal',X'1bca0b734af08e8b81c804f499314fa45160e35072acf26a72e5da920ac1a9a8',1795173895537);
INSERT INTO migration VALUES(13,'0013_kept',X'676b49a7d7cc7ebddffe319416533649331c1762376007b9785c9acfd8533cb9',1795173895538);
INSERT INTO migration VALUES(14,'0014_packed',X'ed1ecf7413fb8a1b2d7dab36ab6cc996f581117064656454b5e937b7dd81cf7c',1795173895538);
CREATE TABLE house (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    name TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    timezone TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    list_ms INTEGER NOT NULL DEFAULT 1800000 CHECK (list_ms > 0), -- an older list of tickets is old
    list_scanner INTEGER NOT NULL DEFAULT 0 CHECK (list_scanner IN (0, 1)), -- and scanners admit by it
    bag_limit_g INTEGER NOT NULL DEFAULT 25000
        CHECK (bag_limit_g BETWEEN 0 AND 500000), -- the heaviest bag that costs nothing
    bag_fee INTEGER NOT NULL DEFAULT 5000
        CHECK (bag_fee BETWEEN 0 AND 100000000000) -- of a heavier one
) STRICT;
INSERT INTO house VALUES(1,'The House','EUR','UTC',1795173895539,1800000,0,25000,750);
CREATE TABLE staff (
    name TEXT PRIMARY KEY CHECK (name <> ''),
    role INTEGER NOT NULL CHECK (role BETWEEN 0 AND 4),
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    failures INTEGER NOT NULL CHECK (failures >= 0),
    locked_until INTEGER NOT NULL,
    pin_hash TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    badge TEXT NOT NULL DEFAULT '' -- two hex digits of its hash to find it by, an argon2id hash; '': none
) STRICT, WITHOUT ROWID;
INSERT INTO staff VALUES('anna',1,0,0,0,'$argon2id$v=19$m=16384,t=2,p=1$1UxReWMYDFaj4oy8n4k+1A$xGRDvQ+QzA8gDCcLwmk3TffL8Tt+OAYTKf+1xhCMVuM',1,'');
INSERT INTO staff VALUES('mark',2,0,0,0,'$argon2id$v=19$m=16384,t=2,p=1$sYIyPt8S54ujwN+fKoyX3w$FG0PlI243ezhKefZ6LYsNbVV6nDs/UQeniblSgN7NZ0',1,'');
CREATE TABLE hall (
    no INTEGER PRIMARY KEY CHECK (no > 0),
    id TEXT NOT NULL UNIQUE CHECK (id <> ''),
    name TEXT NOT NULL,
    seats INTEGER NOT NULL CHECK (seats >= 0),
    next_seat INTEGER NOT NULL CHECK (next_seat >= 0), -- first seat number never used
    plan_version INTEGER NOT NULL CHECK (plan_version > 0),
    plan_name TEXT NOT NULL,
    focal_x REAL NOT NULL,
    focal_y REAL NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT;
INSERT INTO hall VALUES(1,'room','The Room',60,60,1,'The Room',6.0,-3.0,12.0,12.0,1);
INSERT INTO hall VALUES(2,'barn','Barn',11,11,1,'Barn',120.0,-30.499999999999999999,500.0,300.50000000000000001,1);
CREATE TABLE hall_document (
    hall_no INTEGER PRIMARY KEY REFERENCES hall,
    document TEXT NOT NULL
) STRICT;
INSERT INTO hall_document VALUES(1,'{"loge_plan":1,"name":"The Room","size":[12,12],"focal":[6,-3],"classes":[["Stalls",""],["Balcony",""]],"sections":["Stalls","Balcony"],"rows":[[0,"A",7],[0,"B",7],[0,"C",7],[0,"D",7],[0,"E",7],[1,"A",10]],"seats":[[-1,0,0,3,0,0,0,"1"],[-1,0,1,4,0,0,0,"2"],[-1,0,2,5,0,0,0,"3"],[-1,0,3,6,0,0,0,"4"],[-1,0,4,7,0,0,0,"5"],[-1,0,5,8,0,0,0,"6"],[-1,0,6,9,0,0,0,"7"],[-1,0,7,10,0,0,0,"8"],[-1,0,8,11,0,0,0,"9"],[-1,0,9,12,0,0,0,"10"],[-1,1,0,3,2,0,0,"1"],[-1,1,1,4,2,0,0,"2"],[-1,1,2,5,2,0,0,"3"],[-1,1,3,6,2,0,0,"4"],[-1,1,4,7,2,0,0,"5"],[-1,1,5,8,2,0,0,"6"],[-1,1,6,9,2,0,0,"7"],[-1,1,7,10,2,0,0,"8"],[-1,1,8,11,2,0,0,"9"],[-1,1,9,12,2,0,0,"10"],[-1,2,0,3,4,0,0,"1"],[-1,2,1,4,4,0,0,"2"],[-1,2,2,5,4,0,0,"3"],[-1,2,3,6,4,0,0,"4"],[-1,2,4,7,4,0,0,"5"],[-1,2,5,8,4,0,0,"6"],[-1,2,6,9,4,0,0,"7"],[-1,2,7,10,4,0,0,"8"],[-1,2,8,11,4,0,0,"9"],[-1,2,9,12,4,0,0,"10"],[-1,3,0,3,6,0,0,"1"],[-1,3,1,4,6,0,0,"2"],[-1,3,2,5,6,0,0,"3"],[-1,3,3,6,6,0,0,"4"],[-1,3,4,7,6,0,0,"5"],[-1,3,5,8,6,0,0,"6"],[-1,3,6,9,6,0,0,"7"],[-1,3,7,10,6,0,0,"8"],[-1,3,8,11,6,0,0,"9"],[-1,3,9,12,6,0,0,"10"],[-1,4,0,3,8,0,0,"1"],[-1,4,1,4,8,0,0,"2"],[-1,4,2,5,8,0,0,"3"],[-1,4,3,6,8,0,0,"4"],[-1,4,4,7,8,0,0,"5"],[-1,4,5,8,8,0,0,"6"],[-1,4,6,9,8,0,0,"7"],[-1,4,7,10,8,0,0,"8"],[-1,4,8,11,8,0,0,"9"],[-1,4,9,12,8,0,0,"10"],[-1,5,0,0,12,1,0,"1"],[-1,5,1,1,12,1,0,"2"],[-1,5,2,2,12,1,0,"3"],[-1,5,3,3,12,1,0,"4"],[-1,5,4,4,12,1,0,"5"],[-1,5,5,5,12,1,0,"6"],[-1,5,6,6,12,1,0,"7"],[-1,5,7,7,12,1,0,"8"],[-1,5,8,8,12,1,0,"9"],[-1,5,9,9,12,1,0,"10"]],"areas":[{"kind":0,"section":-1,"x":3,"y":-4,"width":6,"height":2,"rotation":0,"text_x":0,"text_y":0,"text_size":0,"text":"STAGE","colour":"","border":"","text_colour":"","guid":"","points":[]}]}');
INSERT INTO hall_document VALUES(2,'{"loge_plan":1,"name":"Barn","size":[500,300.5],"focal":[120,-30.5],"classes":[["Front","#112233"],["Back","#445566"]],"sections":["Loft",""],"rows":[[0,"A",0],[1,"A",0],[1,"T1",0]],"seats":[[-1,0,0,320,20,0,0,"3","l3"],[-1,0,1,340,20,1,0,"2","l2"],[-1,0,2,360,20,1,0,"1","l1"],[-1,1,0,0,0,0,1,"1","s1"],[-1,1,1,20,0,0,2,"2","s2"],[-1,1,2,40,0,0,16,"3","s3"],[-1,1,5,90,0,1,20,"4","s4"],[-1,2,0,200,70,0,0,"1","t1"],[-1,2,1,230,100,0,0,"2","t2"],[-1,2,2,200,130,0,0,"3","t3"],[-1,2,3,170,100,0,0,"4","t4"]],"areas":[{"kind":5,"section":0,"x":300,"y":10,"width":0,"height":0,"rotation":0,"text_x":0,"text_y":0,"text_size":0,"text":"","colour":"","border":"","text_colour":"","guid":"u6","points":[[0,0],[80,0],[80,50]]},{"kind":0,"section":-1,"x":70,"y":-70,"width":100,"height":40,"rotation":0,"text_x":0,"text_y":0,"text_size":0,"text":"Stage","colour":"#D0D1D2","border":"#E8E8E9","text_colour":"","guid":"u3","points":[]},{"kind":4,"section":-1,"x":400,"y":200,"width":50,"height":40,"rotation":0,"text_x":0,"text_y":0,"text_size":0,"text":"Lawn","colour":"","border":"","text_colour":"","guid":"u5","points":[]},{"kind":2,"section":-1,"x":385,"y":85,"width":30,"height":30,"rotation":0,"text_x":0,"text_y":0,"text_size":0,"text":"B1","colour":"","border":"","text_colour":"","guid":"u4","points":[]}]}');
CREATE TABLE hall_class (
    hall_no INTEGER NOT NULL REFERENCES hall,
    class_no INTEGER NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    name TEXT NOT NULL,
    colour TEXT NOT NULL,
    PRIMARY KEY (hall_no, class_no)
) STRICT, WITHOUT ROWID;
INSERT INTO hall_class VALUES(1,0,'Stalls','');
INSERT INTO hall_class VALUES(1,1,'Balcony','');
INSERT INTO hall_class VALUES(2,0,'Front','#112233');
INSERT INTO hall_class VALUES(2,1,'Back','#445566');
CREATE TABLE hall_section (
    hall_no INTEGER NOT NULL REFERENCES hall,
    section_no INTEGER NOT NULL CHECK (section_no >= 0), -- index in the plan, as drawn
    name TEXT NOT NULL,
    x REAL NOT NULL,
    y REAL NOT NULL,
    PRIMARY KEY (hall_no, section_no)
) STRICT, WITHOUT ROWID;
INSERT INTO hall_section VALUES(1,0,'Stalls',7.5,4.0);
INSERT INTO hall_section VALUES(1,1,'Balcony',4.5,12.0);
INSERT INTO hall_section VALUES(2,0,'Loft',340.0,20.0);
INSERT INTO hall_section VALUES(2,1,'',118.75,50.0);
CREATE TABLE hall_row (
    hall_no INTEGER NOT NULL REFERENCES hall,
    row_no INTEGER NOT NULL CHECK (row_no >= 0), -- index in the plan, as drawn
    section_no INTEGER NOT NULL CHECK (section_no >= 0),
    label TEXT NOT NULL,
    line INTEGER NOT NULL,
    PRIMARY KEY (hall_no, row_no)
) STRICT, WITHOUT ROWID;
INSERT INTO hall_row VALUES(1,0,0,'A',7);
INSERT INTO hall_row VALUES(1,1,0,'B',7);
INSERT INTO hall_row VALUES(1,2,0,'C',7);
INSERT INTO hall_row VALUES(1,3,0,'D',7);
INSERT INTO hall_row VALUES(1,4,0,'E',7);
INSERT INTO hall_row VALUES(1,5,1,'A',10);
INSERT INTO hall_row VALUES(2,0,0,'A',0);
INSERT INTO hall_row VALUES(2,1,1,'A',0);
INSERT INTO hall_row VALUES(2,2,1,'T1',0);
CREATE TABLE hall_seat (
    hall_no INTEGER NOT NULL REFERENCES hall,
    seat_no INTEGER NOT NULL CHECK (seat_no >= 0), -- identity, never used again
    pos INTEGER NOT NULL CHECK (pos >= 0),         -- index in the plan, as drawn
    row_no INTEGER NOT NULL CHECK (row_no >= 0),
    run INTEGER NOT NULL,
    cell INTEGER NOT NULL,
    x REAL NOT NULL,
    y REAL NOT NULL,
    class_no INTEGER NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    flags INTEGER NOT NULL CHECK (flags BETWEEN 0 AND 255),
    number TEXT NOT NULL,
    label TEXT NOT NULL,
    guid TEXT NOT NULL,
    retired INTEGER NOT NULL CHECK (retired BETWEEN 0 AND 2), -- 2: while a new plan is written
    PRIMARY KEY (hall_no, seat_no)
) STRICT, WITHOUT ROWID;
INSERT INTO hall_seat VALUES(1,0,0,0,0,0,3.0,0.0,0,0,'1','Stalls-A-1','',0);
INSERT INTO hall_seat VALUES(1,1,1,0,0,1,4.0,0.0,0,0,'2','Stalls-A-2','',0);
INSERT INTO hall_seat VALUES(1,2,2,0,0,2,5.0,0.0,0,0,'3','Stalls-A-3','',0);
INSERT INTO hall_seat VALUES(1,3,3,0,0,3,6.0,0.0,0,0,'4','Stalls-A-4','',0);
INSERT INTO hall_seat VALUES(1,4,4,0,0,4,7.0,0.0,0,0,'5','Stalls-A-5','',0);
INSERT INTO hall_seat VALUES(1,5,5,0,0,5,8.0,0.0,0,0,'6','Stalls-A-6','',0);
INSERT INTO hall_seat VALUES(1,6,6,0,0,6,9.0,0.0,0,0,'7','Stalls-A-7','',0);
INSERT INTO hall_seat VALUES(1,7,7,0,0,7,10.0,0.0,0,0,'8','Stalls-A-8','',0);
INSERT INTO hall_seat VALUES(1,8,8,0,0,8,11.0,0.0,0,0,'9','Stalls-A-9','',0);
INSERT INTO hall_seat VALUES(1,9,9,0,0,9,12.0,0.0,0,0,'10','Stalls-A-10','',0);
INSERT INTO hall_seat VALUES(1,10,10,1,0,0,3.0,2.0,0,0,'1','Stalls-B-1','',0);
INSERT INTO hall_seat VALUES(1,11,11,1,0,1,4.0,2.0,0,0,'2','Stalls-B-2','',0);
INSERT INTO hall_seat VALUES(1,12,12,1,0,2,5.0,2.0,0,0,'3','Stalls-B-3','',0);
INSERT INTO hall_seat VALUES(1,13,13,1,0,3,6.0,2.0,0,0,'4','Stalls-B-4','',0);
INSERT INTO hall_seat VALUES(1,14,14,1,0,4,7.0,2.0,0,0,'5','Stalls-B-5','',0);
INSERT INTO hall_seat VALUES(1,15,15,1,0,5,8.0,2.0,0,0,'6','Stalls-B-6','',0);
INSERT INTO hall_seat VALUES(1,16,16,1,0,6,9.0,2.0,0,0,'7','Stalls-B-7','',0);
INSERT INTO hall_seat VALUES(1,17,17,1,0,7,10.0,2.0,0,0,'8','Stalls-B-8','',0);
INSERT INTO hall_seat VALUES(1,18,18,1,0,8,11.0,2.0,0,0,'9','Stalls-B-9','',0);
INSERT INTO hall_seat VALUES(1,19,19,1,0,9,12.0,2.0,0,0,'10','Stalls-B-10','',0);
INSERT INTO hall_seat VALUES(1,20,20,2,0,0,3.0,4.0,0,0,'1','Stalls-C-1','',0);
INSERT INTO hall_seat VALUES(1,21,21,2,0,1,4.0,4.0,0,0,'2','Stalls-C-2','',0);
INSERT INTO hall_seat VALUES(1,22,22,2,0,2,5.0,4.0,0,0,'3','Stalls-C-3','',0);
INSERT INTO hall_seat VALUES(1,23,23,2,0,3,6.0,4.0,0,0,'4','Stalls-C-4','',0);
INSERT INTO hall_seat VALUES(1,24,24,2,0,4,7.0,4.0,0,0,'5','Stalls-C-5','',0);
INSERT INTO hall_seat VALUES(1,25,25,2,0,5,8.0,4.0,0,0,'6','Stalls-C-6','',0);
INSERT INTO hall_seat VALUES(1,26,26,2,0,6,9.0,4.0,0,0,'7','Stalls-C-7','',0);
INSERT INTO hall_seat VALUES(1,27,27,2,0,7,10.0,4.0,0,0,'8','Stalls-C-8','',0);
INSERT INTO hall_seat VALUES(1,28,28,2,0,8,11.0,4.0,0,0,'9','Stalls-C-9','',0);
INSERT INTO hall_seat VALUES(1,29,29,2,0,9,12.0,4.0,0,0,'10','Stalls-C-10','',0);
INSERT INTO hall_seat VALUES(1,30,30,3,0,0,3.0,6.0,0,0,'1','Stalls-D-1','',0);
INSERT INTO hall_seat VALUES(1,31,31,3,0,1,4.0,6.0,0,0,'2','Stalls-D-2','',0);
INSERT INTO hall_seat VALUES(1,32,32,3,0,2,5.0,6.0,0,0,'3','Stalls-D-3','',0);
INSERT INTO hall_seat VALUES(1,33,33,3,0,3,6.0,6.0,0,0,'4','Stalls-D-4','',0);
INSERT INTO hall_seat VALUES(1,34,34,3,0,4,7.0,6.0,0,0,'5','Stalls-D-5','',0);
INSERT INTO hall_seat VALUES(1,35,35,3,0,5,8.0,6.0,0,0,'6','Stalls-D-6','',0);
INSERT INTO hall_seat VALUES(1,36,36,3,0,6,9.0,6.0,0,0,'7','Stalls-D-7','',0);
INSERT INTO hall_seat VALUES(1,37,37,3,0,7,10.0,6.0,0,0,'8','Stalls-D-8','',0);
INSERT INTO hall_seat VALUES(1,38,38,3,0,8,11.0,6.0,0,0,'9','Stalls-D-9','',0);
INSERT INTO hall_seat VALUES(1,39,39,3,0,9,12.0,6.0,0,0,'10','Stalls-D-10','',0);
INSERT INTO hall_seat VALUES(1,40,40,4,0,0,3.0,8.0,0,0,'1','Stalls-E-1','',0);
INSERT INTO hall_seat VALUES(1,41,41,4,0,1,4.0,8.0,0,0,'2','Stalls-E-2','',0);
INSERT INTO hall_seat VALUES(1,42,42,4,0,2,5.0,8.0,0,0,'3','Stalls-E-3','',0);
INSERT INTO hall_seat VALUES(1,43,43,4,0,3,6.0,8.0,0,0,'4','Stalls-E-4','',0);
INSERT INTO hall_seat VALUES(1,44,44,4,0,4,7.0,8.0,0,0,'5','Stalls-E-5','',0);
INSERT INTO hall_seat VALUES(1,45,45,4,0,5,8.0,8.0,0,0,'6','Stalls-E-6','',0);
INSERT INTO hall_seat VALUES(1,46,46,4,0,6,9.0,8.0,0,0,'7','Stalls-E-7','',0);
INSERT INTO hall_seat VALUES(1,47,47,4,0,7,10.0,8.0,0,0,'8','Stalls-E-8','',0);
INSERT INTO hall_seat VALUES(1,48,48,4,0,8,11.0,8.0,0,0,'9','Stalls-E-9','',0);
INSERT INTO hall_seat VALUES(1,49,49,4,0,9,12.0,8.0,0,0,'10','Stalls-E-10','',0);
INSERT INTO hall_seat VALUES(1,50,50,5,0,0,0.0,12.0,1,0,'1','Balcony-A-1','',0);
INSERT INTO hall_seat VALUES(1,51,51,5,0,1,1.0,12.0,1,0,'2','Balcony-A-2','',0);
INSERT INTO hall_seat VALUES(1,52,52,5,0,2,2.0,12.0,1,0,'3','Balcony-A-3','',0);
INSERT INTO hall_seat VALUES(1,53,53,5,0,3,3.0,12.0,1,0,'4','Balcony-A-4','',0);
INSERT INTO hall_seat VALUES(1,54,54,5,0,4,4.0,12.0,1,0,'5','Balcony-A-5','',0);
INSERT INTO hall_seat VALUES(1,55,55,5,0,5,5.0,12.0,1,0,'6','Balcony-A-6','',0);
INSERT INTO hall_seat VALUES(1,56,56,5,0,6,6.0,12.0,1,0,'7','Balcony-A-7','',0);
INSERT INTO hall_seat VALUES(1,57,57,5,0,7,7.0,12.0,1,0,'8','Balcony-A-8','',0);
INSERT INTO hall_seat VALUES(1,58,58,5,0,8,8.0,12.0,1,0,'9','Balcony-A-9','',0);
INSERT INTO hall_seat VALUES(1,59,59,5,0,9,9.0,12.0,1,0,'10','Balcony-A-10','',0);
INSERT INTO hall_seat VALUES(2,0,0,0,0,0,320.0,20.0,0,0,'3','Loft-A-3','l3',0);
INSERT INTO hall_seat VALUES(2,1,1,0,0,1,340.0,20.0,1,0,'2','Loft-A-2','l2',0);
INSERT INTO hall_seat VALUES(2,2,2,0,0,2,360.0,20.0,1,0,'1','Loft-A-1','l1',0);
INSERT INTO hall_seat VALUES(2,3,3,1,0,0,0.0,0.0,0,1,'1','A-1','s1',0);
INSERT INTO hall_seat VALUES(2,4,4,1,0,1,20.0,0.0,0,2,'2','A-2','s2',0);
INSERT INTO hall_seat VALUES(2,5,5,1,0,2,40.0,0.0,0,16,'3','A-3','s3',0);
INSERT INTO hall_seat VALUES(2,6,6,1,1,5,90.0,0.0,1,20,'4','A-4','s4',0);
INSERT INTO hall_seat VALUES(2,7,7,2,0,0,200.0,70.0,0,0,'1','T1-1','t1',0);
INSERT INTO hall_seat VALUES(2,8,8,2,0,1,230.0,100.0,0,0,'2','T1-2','t2',0);
INSERT INTO hall_seat VALUES(2,9,9,2,0,2,200.0,130.0,0,0,'3','T1-3','t3',0);
INSERT INTO hall_seat VALUES(2,10,10,2,0,3,170.0,100.0,0,0,'4','T1-4','t4',0);
CREATE TABLE hall_area (
    hall_no INTEGER NOT NULL REFERENCES hall,
    area_no INTEGER NOT NULL CHECK (area_no >= 0),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 5),
    x REAL NOT NULL,
    y REAL NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    rotation REAL NOT NULL,
    text TEXT NOT NULL,
    colour TEXT NOT NULL,
    border TEXT NOT NULL,
    text_x REAL NOT NULL,
    text_y REAL NOT NULL,
    text_size REAL NOT NULL,
    text_colour TEXT NOT NULL,
    points TEXT NOT NULL, -- JSON: [x,y,x,y ...]
    section_no INTEGER NOT NULL, -- -1: none
    guid TEXT NOT NULL,
    PRIMARY KEY (hall_no, area_no)
) STRICT, WITHOUT ROWID;
INSERT INTO hall_area VALUES(1,0,0,3.0,-4.0,6.0,2.0,0.0,'STAGE','','',0.0,0.0,0.0,'','[]',-1,'');
INSERT INTO hall_area VALUES(2,0,5,300.0,10.0,0.0,0.0,0.0,'','','',0.0,0.0,0.0,'','[0,0,80,0,80,50]',0,'u6');
INSERT INTO hall_area VALUES(2,1,0,70.0,-70.0,100.0,40.0,0.0,'Stage','#D0D1D2','#E8E8E9',0.0,0.0,0.0,'','[]',-1,'u3');
INSERT INTO hall_area VALUES(2,2,4,400.0,200.0,50.0,40.0,0.0,'Lawn','','',0.0,0.0,0.0,'','[]',-1,'u5');
INSERT INTO hall_area VALUES(2,3,2,385.0,85.0,30.0,30.0,0.0,'B1','','',0.0,0.0,0.0,'','[]',-1,'u4');
CREATE TABLE show (
    no INTEGER PRIMARY KEY CHECK (no > 0),
    id TEXT NOT NULL UNIQUE CHECK (id <> ''),
    title TEXT NOT NULL,
    hall_no INTEGER NOT NULL REFERENCES hall,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 2),
    starts_at INTEGER NOT NULL,
    hold_ttl_ms INTEGER NOT NULL,
    extend_ms INTEGER NOT NULL,
    ceiling_ms INTEGER NOT NULL,
    gap_rule INTEGER NOT NULL CHECK (gap_rule IN (0, 1)),
    one_hold INTEGER NOT NULL CHECK (one_hold IN (0, 1)),
    fee INTEGER NOT NULL CHECK (fee >= 0),
    tax_bp INTEGER NOT NULL CHECK (tax_bp >= 0),
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT;
INSERT INTO show VALUES(1,'play','A Play',1,'EUR',1,2078595000000,1800000,300000,7200000,0,0,150,900,1);
INSERT INTO show VALUES(2,'later','Another',1,'EUR',1,2078595000000,900000,300000,7200000,1,0,0,0,1);
INSERT INTO show VALUES(3,'draft','A Draft',1,'EUR',0,2078595000000,900000,300000,7200000,1,0,0,0,1);
INSERT INTO show VALUES(4,'tonight','Tonight',1,'EUR',1,1795177440000,900000,300000,7200000,1,0,0,0,1);
INSERT INTO show VALUES(5,'over','It Was',1,'EUR',2,2078595000000,900000,300000,7200000,1,0,0,0,2);
CREATE TABLE price (
    show_no INTEGER NOT NULL REFERENCES show,
    class_no INTEGER NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    adult INTEGER NOT NULL CHECK (adult >= -1), -- -1: not sold as this
    child INTEGER NOT NULL CHECK (child >= -1),
    senior INTEGER NOT NULL CHECK (senior >= -1),
    student INTEGER NOT NULL CHECK (student >= -1),
    comp INTEGER NOT NULL CHECK (comp >= -1),
    PRIMARY KEY (show_no, class_no)
) STRICT, WITHOUT ROWID;
INSERT INTO price VALUES(1,0,4200,2000,3360,3360,0);
INSERT INTO price VALUES(1,1,3000,1500,2400,2400,0);
INSERT INTO price VALUES(2,0,2000,1000,1600,1600,0);
INSERT INTO price VALUES(2,1,2000,1000,1600,1600,0);
INSERT INTO price VALUES(3,0,2000,1000,1600,1600,0);
INSERT INTO price VALUES(3,1,2000,1000,1600,1600,0);
INSERT INTO price VALUES(4,0,2000,1000,1600,1600,0);
INSERT INTO price VALUES(4,1,2000,1000,1600,1600,0);
INSERT INTO price VALUES(5,0,2000,1000,1600,1600,0);
INSERT INTO price VALUES(5,1,2000,1000,1600,1600,0);
CREATE TABLE show_seat (
    show_no INTEGER NOT NULL REFERENCES show,
    seat_no INTEGER NOT NULL CHECK (seat_no >= 0),
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),
    version INTEGER NOT NULL CHECK (version > 0),
    holder BLOB CHECK (holder IS NULL OR length(holder) = 16), -- the hold, or the sale
    held_until INTEGER NOT NULL DEFAULT 0,
    open_to INTEGER NOT NULL DEFAULT 0 CHECK (open_to BETWEEN 0 AND 255),
    allotment INTEGER NOT NULL DEFAULT 0 CHECK (allotment BETWEEN 0 AND 65535),
    retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)), -- no longer in the plan
    PRIMARY KEY (show_no, seat_no),
    CHECK ((status IN (1, 2)) = (holder IS NOT NULL)),
    CHECK (status = 1 OR held_until = 0),
    CHECK (status = 3 OR open_to = 0)
) STRICT, WITHOUT ROWID;
INSERT INTO show_seat VALUES(1,0,2,3,X'01a1f8b3ce577001b0314e59c2aeea23',0,0,0,0);
INSERT INTO show_seat VALUES(1,1,2,3,X'01a1f8b3ce577001b0314e59c2aeea23',0,0,0,0);
INSERT INTO show_seat VALUES(1,2,2,3,X'01a1f8b3cec37001a07f5634c7f07182',0,0,0,0);
INSERT INTO show_seat VALUES(1,3,0,4,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,4,2,3,X'01a1f8b3cf307001a04cd0ff0da1afad',0,0,0,0);
INSERT INTO show_seat VALUES(1,5,2,3,X'01a1f8b3cf307001a04cd0ff0da1afad',0,0,0,0);
INSERT INTO show_seat VALUES(1,6,0,4,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,7,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,8,2,3,X'01a1f8b3cff27001a8e4591d79c46347',0,0,0,0);
INSERT INTO show_seat VALUES(1,9,2,3,X'01a1f8b3cff27001a8e4591d79c46347',0,0,0,0);
INSERT INTO show_seat VALUES(1,10,2,3,X'01a1f8b3d0477001a5dc0f85fe033c9a',0,0,0,0);
INSERT INTO show_seat VALUES(1,11,2,3,X'01a1f8b3d0477001a5dc0f85fe033c9a',0,0,0,0);
INSERT INTO show_seat VALUES(1,12,2,3,X'01a1f8b3d0a4700191a4c25f178ec4a2',0,0,0,0);
INSERT INTO show_seat VALUES(1,13,2,3,X'01a1f8b3d0a4700191a4c25f178ec4a2',0,0,0,0);
INSERT INTO show_seat VALUES(1,14,2,3,X'01a1f8b3d1177001bd861199b361da69',0,0,0,0);
INSERT INTO show_seat VALUES(1,15,2,3,X'01a1f8b3d1177001bd861199b361da69',0,0,0,0);
INSERT INTO show_seat VALUES(1,16,0,4,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,17,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,18,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,19,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,20,0,3,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,21,0,3,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,22,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,23,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,24,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,25,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,26,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,27,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,28,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,29,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,30,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,31,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,32,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,33,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,34,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,35,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,36,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,37,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,38,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,39,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,40,3,2,NULL,0,1,0,0);
INSERT INTO show_seat VALUES(1,41,3,2,NULL,0,1,0,0);
INSERT INTO show_seat VALUES(1,42,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,43,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,44,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,45,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,46,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,47,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,48,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,49,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,50,2,3,X'01a1f8b3d17f70019cbf3bb94cd76d13',0,0,0,0);
INSERT INTO show_seat VALUES(1,51,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,52,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,53,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,54,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,55,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,56,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,57,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,58,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,59,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,0,2,3,X'01a1f8b3d2097001835f770cbb6582d0',0,0,0,0);
INSERT INTO show_seat VALUES(2,1,2,3,X'01a1f8b3d2097001835f770cbb6582d0',0,0,0,0);
INSERT INTO show_seat VALUES(2,2,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,3,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,4,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,5,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,6,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,7,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,8,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,9,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,10,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,11,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,12,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,13,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,14,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,15,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,16,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,17,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,18,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,19,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,20,1,2,X'01a1f8b3d2657001ab966fcb41db7467',1795174796805,0,0,0);
INSERT INTO show_seat VALUES(2,21,1,2,X'01a1f8b3d2657001ab966fcb41db7467',1795174796805,0,0,0);
INSERT INTO show_seat VALUES(2,22,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,23,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,24,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,25,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,26,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,27,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,28,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,29,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,30,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,31,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,32,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,33,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,34,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,35,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,36,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,37,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,38,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,39,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,40,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,41,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,42,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,43,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,44,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,45,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,46,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,47,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,48,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,49,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,50,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,51,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,52,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,53,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,54,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,55,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,56,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,57,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,58,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,59,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,0,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,1,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,2,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,3,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,4,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,5,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,6,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,7,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,8,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,9,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,10,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,11,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,12,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,13,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,14,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,15,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,16,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,17,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,18,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,19,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,20,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,21,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,22,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,23,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,24,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,25,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,26,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,27,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,28,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,29,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,30,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,31,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,32,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,33,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,34,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,35,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,36,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,37,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,38,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,39,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,40,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,41,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,42,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,43,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,44,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,45,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,46,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,47,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,48,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,49,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,50,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,51,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,52,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,53,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,54,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,55,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,56,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,57,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,58,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(3,59,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,0,2,3,X'01a1f8b3d2e6700185491d3cc9ba68c4',0,0,0,0);
INSERT INTO show_seat VALUES(4,1,2,3,X'01a1f8b3d2e6700185491d3cc9ba68c4',0,0,0,0);
INSERT INTO show_seat VALUES(4,2,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,3,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,4,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,5,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,6,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,7,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,8,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,9,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,10,2,3,X'01a1f8b3d3747001aedf6d1165d7ad62',0,0,0,0);
INSERT INTO show_seat VALUES(4,11,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,12,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,13,2,3,X'01a1f8b3d3ef7001a8c990588e685b3c',0,0,0,0);
INSERT INTO show_seat VALUES(4,14,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,15,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,16,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,17,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,18,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,19,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,20,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,21,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,22,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,23,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,24,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,25,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,26,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,27,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,28,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,29,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,30,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,31,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,32,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,33,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,34,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,35,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,36,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,37,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,38,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,39,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,40,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,41,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,42,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,43,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,44,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,45,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,46,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,47,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,48,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,49,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,50,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,51,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,52,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,53,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,54,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,55,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,56,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,57,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,58,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,59,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,0,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,1,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,2,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,3,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,4,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,5,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,6,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,7,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,8,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,9,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,10,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,11,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,12,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,13,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,14,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,15,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,16,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,17,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,18,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,19,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,20,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,21,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,22,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,23,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,24,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,25,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,26,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,27,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,28,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,29,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,30,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,31,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,32,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,33,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,34,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,35,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,36,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,37,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,38,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,39,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,40,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,41,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,42,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,43,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,44,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,45,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,46,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,47,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,48,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,49,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,50,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,51,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,52,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,53,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,54,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,55,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,56,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,57,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,58,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(5,59,0,1,NULL,0,0,0,0);
CREATE TABLE hold (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    show_no INTEGER NOT NULL REFERENCES show,
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 4),
    ending INTEGER NOT NULL CHECK (ending BETWEEN 0 AND 5),
    source INTEGER NOT NULL CHECK (source BETWEEN 0 AND 4),
    holder TEXT NOT NULL,
    till TEXT NOT NULL,
    email TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ceiling_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    paying_until INTEGER NOT NULL,
    sale BLOB REFERENCES sale DEFERRABLE INITIALLY DEFERRED,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO hold VALUES(X'01a1f8b3ce39700181905658740320be',1,2,0,0,'anna','box-1','',1795173895737,1795175695737,1795181095737,1795173895767,0,X'01a1f8b3ce577001b0314e59c2aeea23',2);
INSERT INTO hold VALUES(X'01a1f8b3cea3700181a5b45e8d3c817f',1,2,0,0,'anna','box-1','',1795173895843,1795175695843,1795181095843,1795173895875,0,X'01a1f8b3cec37001a07f5634c7f07182',2);
INSERT INTO hold VALUES(X'01a1f8b3cf0e7001be2f94ef2ddc3689',1,2,0,0,'anna','box-1','',1795173895950,1795175695950,1795181095950,1795173895984,0,X'01a1f8b3cf307001a04cd0ff0da1afad',2);
INSERT INTO hold VALUES(X'01a1f8b3cf71700186d88c4ed85df30d',1,2,0,0,'anna','box-1','',1795173896049,1795175696049,1795181096049,1795173896094,0,X'01a1f8b3cf9e7001aa64dc5fde25ee41',2);
INSERT INTO hold VALUES(X'01a1f8b3cfd37001864cdbb095233169',1,2,0,0,'anna','box-1','',1795173896147,1795175696147,1795181096147,1795173896178,0,X'01a1f8b3cff27001a8e4591d79c46347',2);
INSERT INTO hold VALUES(X'01a1f8b3d0277001bfe874fc56fc2f4e',1,2,0,0,'anna','box-1','',1795173896231,1795175696231,1795181096231,1795173896263,0,X'01a1f8b3d0477001a5dc0f85fe033c9a',2);
INSERT INTO hold VALUES(X'01a1f8b3d08570018f14b10f21b16259',1,2,0,0,'anna','box-1','',1795173896325,1795175696325,1795181096325,1795173896356,0,X'01a1f8b3d0a4700191a4c25f178ec4a2',2);
INSERT INTO hold VALUES(X'01a1f8b3d0e27001aa57431eafd1ead1',1,2,0,0,'anna','box-1','',1795173896418,1795175696418,1795181096418,1795173896471,0,X'01a1f8b3d1177001bd861199b361da69',2);
INSERT INTO hold VALUES(X'01a1f8b3d15f70019e23b68ee3994bf2',1,2,0,0,'anna','box-1','',1795173896543,1795175696543,1795181096543,1795173896575,0,X'01a1f8b3d17f70019cbf3bb94cd76d13',2);
INSERT INTO hold VALUES(X'01a1f8b3d1b47001a6c1afc58b475e60',1,2,0,0,'anna','box-1','',1795173896628,1795175696628,1795181096628,1795173896673,0,X'01a1f8b3d17f70019cbf3bb94cd76d13',2);
INSERT INTO hold VALUES(X'01a1f8b3d1ea70019e08905b8006f2d4',2,2,0,0,'anna','box-1','',1795173896682,1795174796682,1795181096682,1795173896713,0,X'01a1f8b3d2097001835f770cbb6582d0',2);
INSERT INTO hold VALUES(X'01a1f8b3d23e7001b59b7331071737d9',1,4,2,0,'anna','box-1','',1795173896766,1795175696766,1795181096766,1795173896797,0,NULL,2);
INSERT INTO hold VALUES(X'01a1f8b3d2657001ab966fcb41db7467',2,0,0,0,'anna','box-1','',1795173896805,1795174796805,1795181096805,0,0,NULL,1);
INSERT INTO hold VALUES(X'01a1f8b3d2c7700181bb33fd0f1e157e',4,2,0,0,'anna','box-1','',1795173896903,1795174796903,1795181096903,1795173896934,0,X'01a1f8b3d2e6700185491d3cc9ba68c4',2);
INSERT INTO hold VALUES(X'01a1f8b3d3567001b124edb537975fe5',4,2,0,0,'anna','box-1','',1795173897046,1795174797046,1795181097046,1795173897076,0,X'01a1f8b3d3747001aedf6d1165d7ad62',2);
INSERT INTO hold VALUES(X'01a1f8b3d3d1700197bdb2e67ad09f29',4,2,0,0,'anna','box-1','',1795173897169,1795174797169,1795181097169,1795173897199,0,X'01a1f8b3d3ef7001a8c990588e685b3c',2);
CREATE TABLE claim (
    hold_id BLOB NOT NULL REFERENCES hold,
    seat_no INTEGER NOT NULL,
    show_no INTEGER NOT NULL,
    live INTEGER NOT NULL CHECK (live IN (0, 1)),
    PRIMARY KEY (hold_id, seat_no),
    FOREIGN KEY (show_no, seat_no) REFERENCES show_seat
) STRICT, WITHOUT ROWID;
INSERT INTO claim VALUES(X'01a1f8b3ce39700181905658740320be',0,1,0);
INSERT INTO claim VALUES(X'01a1f8b3ce39700181905658740320be',1,1,0);
INSERT INTO claim VALUES(X'01a1f8b3cea3700181a5b45e8d3c817f',2,1,0);
INSERT INTO claim VALUES(X'01a1f8b3cea3700181a5b45e8d3c817f',3,1,0);
INSERT INTO claim VALUES(X'01a1f8b3cf0e7001be2f94ef2ddc3689',4,1,0);
INSERT INTO claim VALUES(X'01a1f8b3cf0e7001be2f94ef2ddc3689',5,1,0);
INSERT INTO claim VALUES(X'01a1f8b3cf71700186d88c4ed85df30d',6,1,0);
INSERT INTO claim VALUES(X'01a1f8b3cfd37001864cdbb095233169',8,1,0);
INSERT INTO claim VALUES(X'01a1f8b3cfd37001864cdbb095233169',9,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d0277001bfe874fc56fc2f4e',10,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d0277001bfe874fc56fc2f4e',11,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d08570018f14b10f21b16259',12,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d08570018f14b10f21b16259',13,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d0e27001aa57431eafd1ead1',14,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d0e27001aa57431eafd1ead1',15,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d15f70019e23b68ee3994bf2',16,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d1b47001a6c1afc58b475e60',50,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d1ea70019e08905b8006f2d4',0,2,0);
INSERT INTO claim VALUES(X'01a1f8b3d1ea70019e08905b8006f2d4',1,2,0);
INSERT INTO claim VALUES(X'01a1f8b3d23e7001b59b7331071737d9',20,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d23e7001b59b7331071737d9',21,1,0);
INSERT INTO claim VALUES(X'01a1f8b3d2657001ab966fcb41db7467',20,2,1);
INSERT INTO claim VALUES(X'01a1f8b3d2657001ab966fcb41db7467',21,2,1);
INSERT INTO claim VALUES(X'01a1f8b3d2c7700181bb33fd0f1e157e',0,4,0);
INSERT INTO claim VALUES(X'01a1f8b3d2c7700181bb33fd0f1e157e',1,4,0);
INSERT INTO claim VALUES(X'01a1f8b3d3567001b124edb537975fe5',10,4,0);
INSERT INTO claim VALUES(X'01a1f8b3d3d1700197bdb2e67ad09f29',13,4,0);
CREATE TABLE shift (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    till TEXT NOT NULL,
    staff TEXT NOT NULL,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER NOT NULL,
    float_amount INTEGER NOT NULL CHECK (float_amount >= 0),
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    expected_cash INTEGER NOT NULL,
    expected_card INTEGER NOT NULL,
    expected_voucher INTEGER NOT NULL,
    counted_cash INTEGER NOT NULL,
    counted_card INTEGER NOT NULL,
    counted_voucher INTEGER NOT NULL,
    reason TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO shift VALUES(X'01a1f8b3ce2b7001add82dc48267e69a','box-1','anna',1795173895723,1795173896889,10000,'EUR',37450,21330,4000,20000,21330,4000,'counted',5);
INSERT INTO shift VALUES(X'01a1f8b3d2c0700196a9bc0a3796b57d','box-1','anna',1795173896896,0,5000,'EUR',0,0,0,0,0,0,'',1);
CREATE TABLE shift_move (
    shift BLOB NOT NULL REFERENCES shift,
    id BLOB NOT NULL CHECK (length(id) = 16),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (shift, id)
) STRICT, WITHOUT ROWID;
INSERT INTO shift_move VALUES(X'01a1f8b3ce2b7001add82dc48267e69a',X'01a1f8b3d2a270019636e478c2057969',0,2000,'safe',1795173896866);
INSERT INTO shift_move VALUES(X'01a1f8b3ce2b7001add82dc48267e69a',X'01a1f8b3d2aa70018fe601750f302236',1,500,'change',1795173896874);
INSERT INTO shift_move VALUES(X'01a1f8b3ce2b7001add82dc48267e69a',X'01a1f8b3d2b270018538e4031360bd01',2,300,'flowers',1795173896882);
CREATE TABLE customer (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO customer VALUES(X'01a1f8b3ce32700191b027e815e16c52','Ada Lovelace','ada@example.org','+44 1',1795173895730,1);
CREATE TABLE sale (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    code TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (code <> ''),
    show_no INTEGER NOT NULL REFERENCES show,
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),
    hold BLOB REFERENCES hold,
    customer BLOB REFERENCES customer,
    shift BLOB REFERENCES shift,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    currency TEXT NOT NULL CHECK (length(currency) = 3),
    total INTEGER NOT NULL CHECK (total >= 0),
    paid INTEGER NOT NULL,
    sold_by TEXT NOT NULL,
    till TEXT NOT NULL,
    sold_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    collected_at INTEGER NOT NULL DEFAULT 0 CHECK (collected_at >= 0) -- when its tickets were handed over
) STRICT, WITHOUT ROWID;
INSERT INTO sale VALUES(X'01a1f8b3ce577001b0314e59c2aeea23','B-3V5KDT',1,0,X'01a1f8b3ce39700181905658740320be',NULL,X'01a1f8b3ce2b7001add82dc48267e69a','Ada Lovelace','ada@example.org','EUR',8700,8700,'anna','box-1',1795173895767,1,1795173895767);
INSERT INTO sale VALUES(X'01a1f8b3cec37001a07f5634c7f07182','B-N5KYTM',1,2,X'01a1f8b3cea3700181a5b45e8d3c817f',NULL,X'01a1f8b3ce2b7001add82dc48267e69a','','','EUR',3930,3930,'anna','box-1',1795173895875,2,1795173895875);
INSERT INTO sale VALUES(X'01a1f8b3cf307001a04cd0ff0da1afad','B-G79QXQ',1,0,X'01a1f8b3cf0e7001be2f94ef2ddc3689',NULL,X'01a1f8b3ce2b7001add82dc48267e69a','','','EUR',8700,8700,'anna','box-1',1795173895984,1,1795173895984);
INSERT INTO sale VALUES(X'01a1f8b3cf9e7001aa64dc5fde25ee41','B-YM5M89',1,3,X'01a1f8b3cf71700186d88c4ed85df30d',NULL,X'01a1f8b3ce2b7001add82dc48267e69a','','','EUR',0,0,'anna','box-1',1795173896094,2,1795173896094);
INSERT INTO sale VALUES(X'01a1f8b3cff27001a8e4591d79c46347','B-9RGAEK',1,1,X'01a1f8b3cfd37001864cdbb095233169',NULL,X'01a1f8b3ce2b7001add82dc48267e69a','Eve Example','eve@example.org','EUR',8700,0,'anna','box-1',1795173896178,1,0);
INSERT INTO sale VALUES(X'01a1f8b3d0477001a5dc0f85fe033c9a','B-PMJ4HW',1,0,X'01a1f8b3d0277001bfe874fc56fc2f4e',NULL,X'01a1f8b3ce2b7001add82dc48267e69a','Bob Example','bob@example.org','EUR',8700,8700,'anna','box-1',1795173896263,2,0);
INSERT INTO sale VALUES(X'01a1f8b3d0a4700191a4c25f178ec4a2','B-YKDAMD',1,0,X'01a1f8b3d08570018f14b10f21b16259',NULL,X'01a1f8b3ce2b7001add82dc48267e69a','Cy Example','','EUR',8700,8700,'anna','box-1',1795173896356,2,1795173896410);
INSERT INTO sale VALUES(X'01a1f8b3d1177001bd861199b361da69','B-NGGVEX',1,0,X'01a1f8b3d0e27001aa57431eafd1ead1',NULL,X'01a1f8b3ce2b7001add82dc48267e69a','Di Example','','EUR',8700,8700,'anna','box-1',1795173896471,1,0);
INSERT INTO sale VALUES(X'01a1f8b3d17f70019cbf3bb94cd76d13','B-P9FAVT',1,0,X'01a1f8b3d15f70019e23b68ee3994bf2',NULL,X'01a1f8b3ce2b7001add82dc48267e69a','','','EUR',3150,3150,'anna','box-1',1795173896575,2,1795173896575);
INSERT INTO sale VALUES(X'01a1f8b3d2097001835f770cbb6582d0','B-F3TDJK',2,0,X'01a1f8b3d1ea70019e08905b8006f2d4',NULL,X'01a1f8b3ce2b7001add82dc48267e69a','','','EUR',4000,4000,'anna','box-1',1795173896713,1,1795173896713);
INSERT INTO sale VALUES(X'01a1f8b3d2e6700185491d3cc9ba68c4','B-CEFC2M',4,0,X'01a1f8b3d2c7700181bb33fd0f1e157e',NULL,X'01a1f8b3d2c0700196a9bc0a3796b57d','','','EUR',4000,4000,'anna','box-1',1795173896934,1,1795173896934);
INSERT INTO sale VALUES(X'01a1f8b3d3747001aedf6d1165d7ad62','B-3J5T5R',4,0,X'01a1f8b3d3567001b124edb537975fe5',NULL,X'01a1f8b3d2c0700196a9bc0a3796b57d','','','EUR',2000,2000,'anna','box-1',1795173897076,1,1795173897076);
INSERT INTO sale VALUES(X'01a1f8b3d3ef7001a8c990588e685b3c','B-5VAVEH',4,0,X'01a1f8b3d3d1700197bdb2e67ad09f29',NULL,X'01a1f8b3d2c0700196a9bc0a3796b57d','','','EUR',2000,2000,'anna','box-1',1795173897199,1,1795173897199);
CREATE TABLE ticket (
    sale BLOB NOT NULL REFERENCES sale,
    id BLOB NOT NULL CHECK (length(id) = 16),
    code TEXT NOT NULL UNIQUE COLLATE NOCASE CHECK (code <> ''),
    show_no INTEGER NOT NULL,
    seat_no INTEGER NOT NULL,
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),
    type INTEGER NOT NULL CHECK (type BETWEEN 0 AND 4),
    class_no INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    price INTEGER NOT NULL,
    discount INTEGER NOT NULL CHECK (discount >= 0),
    fee INTEGER NOT NULL,
    tax INTEGER NOT NULL,
    total INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    sold_at INTEGER NOT NULL DEFAULT 0, -- in reports; when and where (entity.h, struct ticket)
    sold_by TEXT NOT NULL DEFAULT '',
    till TEXT NOT NULL DEFAULT '',
    ended_at INTEGER NOT NULL DEFAULT 0,
    ended_by TEXT NOT NULL DEFAULT '',
    ended_till TEXT NOT NULL DEFAULT '',
    kept INTEGER NOT NULL DEFAULT 0 CHECK (kept >= 0),
    late INTEGER NOT NULL DEFAULT 0 CHECK (late BETWEEN 0 AND 3), -- bits of enum ticket_late
    PRIMARY KEY (sale, id),
    FOREIGN KEY (show_no, seat_no) REFERENCES show_seat
) STRICT, WITHOUT ROWID;
INSERT INTO ticket VALUES(X'01a1f8b3ce577001b0314e59c2aeea23',X'01a1f8b3ce5770038fb91187f3d1d88c','T-Y88K9843G6',1,0,0,0,0,1,4200,0,150,359,4350,1,1795173895767,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3ce577001b0314e59c2aeea23',X'01a1f8b3ce5770048f7870cf3a665e0a','T-GY2K69FKGG',1,1,3,0,0,1,4200,0,150,359,4350,2,1795173895767,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3ce577001b0314e59c2aeea23',X'01a1f8b3ce9a7001b4f013ca84e29e7a','T-2GD55P8WRK',1,1,0,0,0,2,4200,0,150,359,4350,1,0,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3cec37001a07f5634c7f07182',X'01a1f8b3cec37003b65698bcc8db10e2','T-6MXTGQEYCA',1,2,0,0,0,1,4200,420,150,324,3930,1,1795173895875,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3cec37001a07f5634c7f07182',X'01a1f8b3cec37004b815424978c5ddaa','T-NFMMMWTRYK',1,3,1,1,0,1,2000,200,150,161,1950,2,1795173895875,'anna','box-1',1795173895941,'anna','box-1',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3cf307001a04cd0ff0da1afad',X'01a1f8b3cf307004a8c0da43dc77c924','T-W9HWYWFXAY',1,4,0,0,0,1,4200,0,150,359,4350,1,1795173895984,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3cf307001a04cd0ff0da1afad',X'01a1f8b3cf30700586a83120f08a41de','T-QW3JHVVR6G',1,5,0,0,0,1,4200,0,150,359,4350,1,1795173895984,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3cf9e7001aa64dc5fde25ee41',X'01a1f8b3cf9e700392c09e22806ff7f1','T-E5PYPRH2WQ',1,6,1,0,0,1,4200,200,150,343,4150,2,1795173896094,'anna','box-1',1795173896138,'anna','box-1',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3cff27001a8e4591d79c46347',X'01a1f8b3cff27002ab3ae382d8830bf6','T-TCCCXCMEQA',1,8,0,0,0,1,4200,0,150,359,4350,1,1795173896178,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3cff27001a8e4591d79c46347',X'01a1f8b3cff27003800d49e1b9b273a7','T-4GPEEQ5T8W',1,9,0,0,0,1,4200,0,150,359,4350,1,1795173896178,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d0477001a5dc0f85fe033c9a',X'01a1f8b3d04770029eb7e90c91078ac3','T-8PNGPM28AE',1,10,0,0,0,1,4200,0,150,359,4350,1,1795173896263,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d0477001a5dc0f85fe033c9a',X'01a1f8b3d047700394577ef35565d1ee','T-2MPR9KXGT8',1,11,0,0,0,1,4200,0,150,359,4350,1,1795173896263,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d0a4700191a4c25f178ec4a2',X'01a1f8b3d0a47003b50f4b46cc5d5385','T-YKMFW5GXXV',1,12,0,0,0,1,4200,0,150,359,4350,1,1795173896356,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d0a4700191a4c25f178ec4a2',X'01a1f8b3d0a470048f5fe284abac79d4','T-KQR547A5D7',1,13,0,0,0,1,4200,0,150,359,4350,1,1795173896356,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d1177001bd861199b361da69',X'01a1f8b3d1177003bc18ed364dcfa259','T-QGNE7MFJ3T',1,14,0,0,0,1,4200,0,150,359,4350,1,1795173896471,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d1177001bd861199b361da69',X'01a1f8b3d117700485d2007973b18702','T-MTTJRKPCX6',1,15,0,0,0,1,4200,0,150,359,4350,1,1795173896471,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d17f70019cbf3bb94cd76d13',X'01a1f8b3d17f70038bf956c5efa7c5e3','T-C6DXK7HRWT',1,16,2,0,0,1,4200,0,150,359,4350,2,1795173896575,'anna','box-1',1795173896673,'anna','box-1',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d17f70019cbf3bb94cd76d13',X'01a1f8b3d1e170028b4fb0857eb726b7','T-JKQXHCR3QK',1,50,0,0,1,2,3000,0,150,260,3150,1,1795173896673,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d2097001835f770cbb6582d0',X'01a1f8b3d2097004aa833df5b0be1e7c','T-32V6YHQE75',2,0,0,0,0,1,2000,0,0,0,2000,1,1795173896713,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d2097001835f770cbb6582d0',X'01a1f8b3d2097005ad806b89d54810f1','T-98YDHCPK7P',2,1,0,0,0,1,2000,0,0,0,2000,1,1795173896713,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d2e6700185491d3cc9ba68c4',X'01a1f8b3d2e67003b173f86a8f4dcc18','T-MH6M4T2F4F',4,0,0,0,0,1,2000,0,0,0,2000,1,1795173896934,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d2e6700185491d3cc9ba68c4',X'01a1f8b3d2e67004baa2981a45496620','T-JW7G2K764N',4,1,0,0,0,1,2000,0,0,0,2000,1,1795173896934,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d3747001aedf6d1165d7ad62',X'01a1f8b3d3747003aff099ddfd7f6f71','T-M3Q78JM6XE',4,10,0,0,0,1,2000,0,0,0,2000,1,1795173897076,'anna','box-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3d3ef7001a8c990588e685b3c',X'01a1f8b3d3ef700381940e46a36b6c6a','T-73GGD7XMR4',4,13,0,0,0,1,2000,0,0,0,2000,1,1795173897199,'anna','box-1',0,'','',0,0);
CREATE TABLE payment (
    sale BLOB NOT NULL REFERENCES sale,
    id BLOB NOT NULL CHECK (length(id) = 16),
    shift BLOB REFERENCES shift,
    tender INTEGER NOT NULL CHECK (tender BETWEEN 0 AND 2),
    amount INTEGER NOT NULL, -- negative: given back
    given INTEGER NOT NULL,
    auth TEXT NOT NULL,
    voucher TEXT NOT NULL,
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    late_at INTEGER NOT NULL DEFAULT 0, -- came home then, its day being over: reports count it there
    PRIMARY KEY (sale, id)
) STRICT, WITHOUT ROWID;
INSERT INTO payment VALUES(X'01a1f8b3ce577001b0314e59c2aeea23',X'01a1f8b3ce57700299b400c2eb83768d',X'01a1f8b3ce2b7001add82dc48267e69a',0,8700,10000,'','','',1795173895767,0);
INSERT INTO payment VALUES(X'01a1f8b3cec37001a07f5634c7f07182',X'01a1f8b3cec3700282b5c83661a817ee',X'01a1f8b3ce2b7001add82dc48267e69a',1,5880,0,'4711','','',1795173895875,0);
INSERT INTO payment VALUES(X'01a1f8b3cec37001a07f5634c7f07182',X'01a1f8b3cf05700198a30a3c6e041d82',X'01a1f8b3ce2b7001add82dc48267e69a',1,-1950,0,'4711','','ill',1795173895941,0);
INSERT INTO payment VALUES(X'01a1f8b3cf307001a04cd0ff0da1afad',X'01a1f8b3cf307002a1a8041327892bb2',X'01a1f8b3ce2b7001add82dc48267e69a',2,3000,0,'','GIFT','',1795173895984,0);
INSERT INTO payment VALUES(X'01a1f8b3cf307001a04cd0ff0da1afad',X'01a1f8b3cf307003acec8d9cb7900614',X'01a1f8b3ce2b7001add82dc48267e69a',0,5700,5700,'','','',1795173895984,0);
INSERT INTO payment VALUES(X'01a1f8b3cf9e7001aa64dc5fde25ee41',X'01a1f8b3cf9e7002bea41bf35ea3a46a',X'01a1f8b3ce2b7001add82dc48267e69a',0,4150,4150,'','','',1795173896094,0);
INSERT INTO payment VALUES(X'01a1f8b3cf9e7001aa64dc5fde25ee41',X'01a1f8b3cfca7001b733ca7a7ba50f0a',X'01a1f8b3ce2b7001add82dc48267e69a',0,-4150,0,'','','ill',1795173896138,0);
INSERT INTO payment VALUES(X'01a1f8b3d0477001a5dc0f85fe033c9a',X'01a1f8b3d07c7001b56daa7c7b14dee6',X'01a1f8b3ce2b7001add82dc48267e69a',0,8700,8700,'','','',1795173896316,0);
INSERT INTO payment VALUES(X'01a1f8b3d0a4700191a4c25f178ec4a2',X'01a1f8b3d0a47002b47569f6e9826f64',X'01a1f8b3ce2b7001add82dc48267e69a',1,8700,0,'4712','','',1795173896356,0);
INSERT INTO payment VALUES(X'01a1f8b3d1177001bd861199b361da69',X'01a1f8b3d11770028cd561118ee92079',X'01a1f8b3ce2b7001add82dc48267e69a',1,8700,0,'4713','','',1795173896471,0);
INSERT INTO payment VALUES(X'01a1f8b3d17f70019cbf3bb94cd76d13',X'01a1f8b3d17f7002a46652eabe096210',X'01a1f8b3ce2b7001add82dc48267e69a',0,4350,4350,'','','',1795173896575,0);
INSERT INTO payment VALUES(X'01a1f8b3d17f70019cbf3bb94cd76d13',X'01a1f8b3d1e17001ad1fbcd79a80cb7a',X'01a1f8b3ce2b7001add82dc48267e69a',0,-1200,0,'','','wish',1795173896673,0);
INSERT INTO payment VALUES(X'01a1f8b3d2097001835f770cbb6582d0',X'01a1f8b3d20970029e8ea22053fd6421',X'01a1f8b3ce2b7001add82dc48267e69a',2,1000,0,'','EMPTY','',1795173896713,0);
INSERT INTO payment VALUES(X'01a1f8b3d2097001835f770cbb6582d0',X'01a1f8b3d2097003864bc57540650659',X'01a1f8b3ce2b7001add82dc48267e69a',0,3000,3000,'','','',1795173896713,0);
INSERT INTO payment VALUES(X'01a1f8b3d2e6700185491d3cc9ba68c4',X'01a1f8b3d2e67002b04d7423e90bfd28',X'01a1f8b3d2c0700196a9bc0a3796b57d',0,4000,4000,'','','',1795173896934,0);
INSERT INTO payment VALUES(X'01a1f8b3d3747001aedf6d1165d7ad62',X'01a1f8b3d3747002b3231f72a22e7417',X'01a1f8b3d2c0700196a9bc0a3796b57d',0,2000,2000,'','','',1795173897076,0);
INSERT INTO payment VALUES(X'01a1f8b3d3ef7001a8c990588e685b3c',X'01a1f8b3d3ef70028f7136294a432b88',X'01a1f8b3d2c0700196a9bc0a3796b57d',0,2000,2000,'','','',1795173897199,0);
CREATE TABLE voucher (
    code TEXT PRIMARY KEY COLLATE NOCASE CHECK (code <> ''),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
    value INTEGER NOT NULL CHECK (value >= 0),
    budget INTEGER NOT NULL CHECK (budget >= 0),
    used INTEGER NOT NULL CHECK (used >= 0),
    lent INTEGER NOT NULL DEFAULT 0 CHECK (lent >= 0),
    max_uses INTEGER NOT NULL CHECK (max_uses >= 0),
    uses INTEGER NOT NULL CHECK (uses >= 0),
    lent_uses INTEGER NOT NULL DEFAULT 0 CHECK (lent_uses >= 0),
    max_tickets INTEGER NOT NULL CHECK (max_tickets >= 0),
    valid_from INTEGER NOT NULL,
    valid_until INTEGER NOT NULL,
    show_no INTEGER REFERENCES show, -- NULL: any
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO voucher VALUES('EMPTY',2,1000,1000,1000,0,0,1,0,0,0,0,NULL,0,2);
INSERT INTO voucher VALUES('GIFT',2,10000,10000,3000,0,0,1,0,0,0,0,NULL,0,2);
INSERT INTO voucher VALUES('GONE',0,500,0,0,0,0,0,0,0,0,0,2,1,2);
INSERT INTO voucher VALUES('TEN',1,1000,10000,620,0,50,1,0,0,0,0,NULL,0,2);
CREATE TABLE voucher_loan (
    code TEXT NOT NULL COLLATE NOCASE,
    device BLOB NOT NULL,
    till TEXT NOT NULL,
    money INTEGER NOT NULL CHECK (money >= 0),
    uses INTEGER NOT NULL CHECK (uses >= 0),
    version INTEGER NOT NULL CHECK (version > 0),
    PRIMARY KEY (code, device)
) STRICT, WITHOUT ROWID;
CREATE TABLE waitlist (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    show_no INTEGER NOT NULL REFERENCES show,
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 3),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    party INTEGER NOT NULL CHECK (party > 0),
    class_no INTEGER NOT NULL, -- -1: any
    section TEXT NOT NULL,
    accessible INTEGER NOT NULL CHECK (accessible >= 0),
    aisle INTEGER NOT NULL CHECK (aisle IN (0, 1)),
    together INTEGER NOT NULL CHECK (together IN (0, 1)),
    joined_at INTEGER NOT NULL,
    hold BLOB REFERENCES hold,
    code TEXT NOT NULL,
    till TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO waitlist VALUES(X'01a1f8b3d29a70019e7fa3c0ad352380',2,0,'Flo Example','flo@example.org','',2,-1,'',0,0,0,1795173896858,NULL,'W-N82KC6','box-1',1);
CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    act INTEGER NOT NULL CHECK (act >= 0),
    actor TEXT NOT NULL,
    till TEXT NOT NULL,
    approver TEXT NOT NULL,
    role INTEGER NOT NULL CHECK (role BETWEEN 0 AND 4),
    show_no INTEGER NOT NULL, -- 0: none
    seat_no INTEGER NOT NULL, -- -1: not about a seat
    version INTEGER NOT NULL,
    was INTEGER NOT NULL CHECK (was BETWEEN 0 AND 3),
    became INTEGER NOT NULL CHECK (became BETWEEN 0 AND 3),
    subject BLOB,
    held_ms INTEGER NOT NULL,
    reason TEXT NOT NULL,
    note TEXT NOT NULL,
    key BLOB,
    address TEXT NOT NULL DEFAULT '', -- of an act over HTTP: where it came from,
    client TEXT NOT NULL DEFAULT '',  -- and the name of its token
    approval INTEGER NOT NULL DEFAULT 0 -- who checked that the approver signed
        CHECK (approval BETWEEN 0 AND 2),
    CHECK ((approver = '') = (approval = 0))
) STRICT;
INSERT INTO event VALUES(1,1795173895544,29,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','added',X'01a1f8b3cd7771d88d1d2b3f18d72500','','',0);
INSERT INTO event VALUES(2,1795173895564,17,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','mark supervisor',X'01a1f8b3cd7f72a0a356afecb073c549','','',0);
INSERT INTO event VALUES(3,1795173895583,17,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','anna clerk',X'01a1f8b3cd93734c8dca9468df27900f','','',0);
INSERT INTO event VALUES(4,1795173895590,34,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','bag_fee 750',X'01a1f8b3cda673bb877a5583a96cb374','','',0);
INSERT INTO event VALUES(5,1795173895604,16,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','room: 0 seats kept, 60 added, 0 dropped',X'01a1f8b3cdb471dba53026c5cd8e8a3f','','',0);
INSERT INTO event VALUES(6,1795173895611,16,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','barn: 0 seats kept, 11 added, 0 dropped',X'01a1f8b3cdbb73a7bd8793861ae3b94a','','',0);
INSERT INTO event VALUES(7,1795173895620,14,'root','box-1','',3,1,-1,0,0,0,NULL,0,'','play',X'01a1f8b3cdc47134a435415d3fa363e0','','',0);
INSERT INTO event VALUES(8,1795173895628,14,'root','box-1','',3,2,-1,0,0,0,NULL,0,'','later',X'01a1f8b3cdcc701b9370a773294d7570','','',0);
INSERT INTO event VALUES(9,1795173895636,14,'root','box-1','',3,3,-1,0,0,0,NULL,0,'','draft',X'01a1f8b3cdd471fda59f9d52b26c3f86','','',0);
INSERT INTO event VALUES(10,1795173895645,14,'root','box-1','',3,4,-1,0,0,0,NULL,0,'','tonight',X'01a1f8b3cddd735eacc0d1a6fe3ddaed','','',0);
INSERT INTO event VALUES(11,1795173895652,14,'root','box-1','',3,5,-1,0,0,0,NULL,0,'','over',X'01a1f8b3cde4707f9696965ec66a1aae','','',0);
INSERT INTO event VALUES(12,1795173895660,15,'root','box-1','',3,5,-1,0,0,0,NULL,0,'','closed',X'01a1f8b3cdec71e3b49dfffe88a36144','','',0);
INSERT INTO event VALUES(13,1795173895668,19,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','TEN',X'01a1f8b3cdf470229f551deb2b48a901','','',0);
INSERT INTO event VALUES(14,1795173895675,19,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','GIFT',X'01a1f8b3cdfb7247888f3923d28de548','','',0);
INSERT INTO event VALUES(15,1795173895682,19,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','EMPTY',X'01a1f8b3ce0273ac909f65c4646cfd54','','',0);
INSERT INTO event VALUES(16,1795173895689,19,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','GONE',X'01a1f8b3ce09717c8e9315530b51040c','','',0);
INSERT INTO event VALUES(17,1795173895696,19,'root','box-1','',3,0,-1,0,0,0,NULL,0,'','GONE',X'01a1f8b3ce10735d9f97e9ebcfefc074','','',0);
INSERT INTO event VALUES(18,1795173895723,11,'anna','box-1','',1,0,-1,0,0,0,X'01a1f8b3ce2b7001add82dc48267e69a',0,'','float 100.00 EUR',X'01a1f8b3ce2b72679bf44facb99d01b3','','',0);
INSERT INTO event VALUES(19,1795173895730,18,'anna','box-1','',1,0,-1,0,0,0,X'01a1f8b3ce32700191b027e815e16c52',0,'','added',X'01a1f8b3ce327233a0ef28e856341837','','',0);
INSERT INTO event VALUES(20,1795173895737,0,'anna','box-1','',1,1,0,2,0,1,X'01a1f8b3ce39700181905658740320be',0,'','',X'01a1f8b3ce39733981008b5e62ed7be3','','',0);
INSERT INTO event VALUES(21,1795173895737,0,'anna','box-1','',1,1,1,2,0,1,X'01a1f8b3ce39700181905658740320be',0,'','',X'01a1f8b3ce39733981008b5e62ed7be3','','',0);
INSERT INTO event VALUES(22,1795173895767,2,'anna','box-1','',1,1,0,3,1,2,X'01a1f8b3ce577001b0314e59c2aeea23',30,'','',X'01a1f8b3ce5772668138bc89d2389b1a','','',0);
INSERT INTO event VALUES(23,1795173895767,2,'anna','box-1','',1,1,1,3,1,2,X'01a1f8b3ce577001b0314e59c2aeea23',30,'','',X'01a1f8b3ce5772668138bc89d2389b1a','','',0);
INSERT INTO event VALUES(24,1795173895835,23,'anna','box-1','',1,1,-1,0,0,0,X'01a1f8b3ce577001b0314e59c2aeea23',0,'lost','Stalls-A-2: T-2GD55P8WRK replaces T-GY2K69FKGG',X'01a1f8b3ce9a710b8bc373f3eeae1f68','','',0);
INSERT INTO event VALUES(25,1795173895844,0,'anna','box-1','',1,1,2,2,0,1,X'01a1f8b3cea3700181a5b45e8d3c817f',0,'','',X'01a1f8b3cea37169b2a4cdbbb1f24ffe','','',0);
INSERT INTO event VALUES(26,1795173895844,0,'anna','box-1','',1,1,3,2,0,1,X'01a1f8b3cea3700181a5b45e8d3c817f',0,'','',X'01a1f8b3cea37169b2a4cdbbb1f24ffe','','',0);
INSERT INTO event VALUES(27,1795173895875,2,'anna','box-1','',1,1,2,3,1,2,X'01a1f8b3cec37001a07f5634c7f07182',32,'','',X'01a1f8b3cec372b1860741b1f6e73b42','','',0);
INSERT INTO event VALUES(28,1795173895875,2,'anna','box-1','',1,1,3,3,1,2,X'01a1f8b3cec37001a07f5634c7f07182',32,'','',X'01a1f8b3cec372b1860741b1f6e73b42','','',0);
INSERT INTO event VALUES(29,1795173895942,9,'anna','box-1','',1,1,3,4,2,0,X'01a1f8b3cec37001a07f5634c7f07182',0,'ill','',X'01a1f8b3cf05738eaa5697a30faab9db','','',0);
INSERT INTO event VALUES(30,1795173895951,0,'anna','box-1','',1,1,4,2,0,1,X'01a1f8b3cf0e7001be2f94ef2ddc3689',0,'','',X'01a1f8b3cf0e72f58aeb87131dd03c21','','',0);
INSERT INTO event VALUES(31,1795173895951,0,'anna','box-1','',1,1,5,2,0,1,X'01a1f8b3cf0e7001be2f94ef2ddc3689',0,'','',X'01a1f8b3cf0e72f58aeb87131dd03c21','','',0);
INSERT INTO event VALUES(32,1795173895984,2,'anna','box-1','',1,1,4,3,1,2,X'01a1f8b3cf307001a04cd0ff0da1afad',34,'','',X'01a1f8b3cf3072c28da33180d2dad436','','',0);
INSERT INTO event VALUES(33,1795173895984,2,'anna','box-1','',1,1,5,3,1,2,X'01a1f8b3cf307001a04cd0ff0da1afad',34,'','',X'01a1f8b3cf3072c28da33180d2dad436','','',0);
INSERT INTO event VALUES(34,1795173896049,0,'anna','box-1','',1,1,6,2,0,1,X'01a1f8b3cf71700186d88c4ed85df30d',0,'','',X'01a1f8b3cf717339a4086a56e824afe9','','',0);
INSERT INTO event VALUES(35,1795173896095,2,'anna','box-1','mark',1,1,6,3,1,2,X'01a1f8b3cf9e7001aa64dc5fde25ee41',46,'member','',X'01a1f8b3cf9e72a69687e59cf67ffbe8','','',1);
INSERT INTO event VALUES(36,1795173896139,9,'anna','box-1','',1,1,6,4,2,0,X'01a1f8b3cf9e7001aa64dc5fde25ee41',0,'ill','',X'01a1f8b3cfca73b7a983223b679d140c','','',0);
INSERT INTO event VALUES(37,1795173896147,0,'anna','box-1','',1,1,8,2,0,1,X'01a1f8b3cfd37001864cdbb095233169',0,'','',X'01a1f8b3cfd370fb8abca5cb7929372c','','',0);
INSERT INTO event VALUES(38,1795173896147,0,'anna','box-1','',1,1,9,2,0,1,X'01a1f8b3cfd37001864cdbb095233169',0,'','',X'01a1f8b3cfd370fb8abca5cb7929372c','','',0);
INSERT INTO event VALUES(39,1795173896178,2,'anna','box-1','',1,1,8,3,1,2,X'01a1f8b3cff27001a8e4591d79c46347',31,'','',X'01a1f8b3cff2730bb80c4deb9a7baee4','','',0);
INSERT INTO event VALUES(40,1795173896178,2,'anna','box-1','',1,1,9,3,1,2,X'01a1f8b3cff27001a8e4591d79c46347',31,'','',X'01a1f8b3cff2730bb80c4deb9a7baee4','','',0);
INSERT INTO event VALUES(41,1795173896231,0,'anna','box-1','',1,1,10,2,0,1,X'01a1f8b3d0277001bfe874fc56fc2f4e',0,'','',X'01a1f8b3d0277207be998729a66e929f','','',0);
INSERT INTO event VALUES(42,1795173896231,0,'anna','box-1','',1,1,11,2,0,1,X'01a1f8b3d0277001bfe874fc56fc2f4e',0,'','',X'01a1f8b3d0277207be998729a66e929f','','',0);
INSERT INTO event VALUES(43,1795173896263,2,'anna','box-1','',1,1,10,3,1,2,X'01a1f8b3d0477001a5dc0f85fe033c9a',32,'','',X'01a1f8b3d0477097b1045621f9da5367','','',0);
INSERT INTO event VALUES(44,1795173896263,2,'anna','box-1','',1,1,11,3,1,2,X'01a1f8b3d0477001a5dc0f85fe033c9a',32,'','',X'01a1f8b3d0477097b1045621f9da5367','','',0);
INSERT INTO event VALUES(45,1795173896317,24,'anna','box-1','',1,1,-1,0,0,0,X'01a1f8b3d0477001a5dc0f85fe033c9a',0,'','87.00 EUR paid for B-PMJ4HW',X'01a1f8b3d07c71d69031e99c44871018','','',0);
INSERT INTO event VALUES(46,1795173896325,0,'anna','box-1','',1,1,12,2,0,1,X'01a1f8b3d08570018f14b10f21b16259',0,'','',X'01a1f8b3d08572f0ac8024b746d10fb3','','',0);
INSERT INTO event VALUES(47,1795173896325,0,'anna','box-1','',1,1,13,2,0,1,X'01a1f8b3d08570018f14b10f21b16259',0,'','',X'01a1f8b3d08572f0ac8024b746d10fb3','','',0);
INSERT INTO event VALUES(48,1795173896356,2,'anna','box-1','',1,1,12,3,1,2,X'01a1f8b3d0a4700191a4c25f178ec4a2',31,'','',X'01a1f8b3d0a4729e860505bf7ad575a8','','',0);
INSERT INTO event VALUES(49,1795173896356,2,'anna','box-1','',1,1,13,3,1,2,X'01a1f8b3d0a4700191a4c25f178ec4a2',31,'','',X'01a1f8b3d0a4729e860505bf7ad575a8','','',0);
INSERT INTO event VALUES(50,1795173896410,25,'anna','box-1','',1,1,-1,0,0,0,X'01a1f8b3d0a4700191a4c25f178ec4a2',0,'','B-YKDAMD collected',X'01a1f8b3d0da71838f757c78d9993308','','',0);
INSERT INTO event VALUES(51,1795173896418,0,'anna','box-1','',1,1,14,2,0,1,X'01a1f8b3d0e27001aa57431eafd1ead1',0,'','',X'01a1f8b3d0e27283b9e87e7c47c97a89','','',0);
INSERT INTO event VALUES(52,1795173896418,0,'anna','box-1','',1,1,15,2,0,1,X'01a1f8b3d0e27001aa57431eafd1ead1',0,'','',X'01a1f8b3d0e27283b9e87e7c47c97a89','','',0);
INSERT INTO event VALUES(53,1795173896471,2,'anna','box-1','',1,1,14,3,1,2,X'01a1f8b3d1177001bd861199b361da69',53,'','',X'01a1f8b3d117710d85619c7de4c2f096','','',0);
INSERT INTO event VALUES(54,1795173896471,2,'anna','box-1','',1,1,15,3,1,2,X'01a1f8b3d1177001bd861199b361da69',53,'','',X'01a1f8b3d117710d85619c7de4c2f096','','',0);
INSERT INTO event VALUES(55,1795173896544,0,'anna','box-1','',1,1,16,2,0,1,X'01a1f8b3d15f70019e23b68ee3994bf2',0,'','',X'01a1f8b3d15f72b0be34b81de2e0dc46','','',0);
INSERT INTO event VALUES(56,1795173896575,2,'anna','box-1','',1,1,16,3,1,2,X'01a1f8b3d17f70019cbf3bb94cd76d13',32,'','',X'01a1f8b3d17f7352992109048bf5f3c0','','',0);
INSERT INTO event VALUES(57,1795173896628,0,'anna','box-1','',1,1,50,2,0,1,X'01a1f8b3d1b47001a6c1afc58b475e60',0,'','',X'01a1f8b3d1b47333a2526a07e8fb8184','','',0);
INSERT INTO event VALUES(58,1795173896674,10,'anna','box-1','',1,1,50,3,1,2,X'01a1f8b3d17f70019cbf3bb94cd76d13',46,'wish','',X'01a1f8b3d1e170a3bc6c126dd9a5fde1','','',0);
INSERT INTO event VALUES(59,1795173896674,10,'anna','box-1','',1,1,16,4,2,0,X'01a1f8b3d17f70019cbf3bb94cd76d13',0,'wish','',X'01a1f8b3d1e170a3bc6c126dd9a5fde1','','',0);
INSERT INTO event VALUES(60,1795173896683,0,'anna','box-1','',1,2,0,2,0,1,X'01a1f8b3d1ea70019e08905b8006f2d4',0,'','',X'01a1f8b3d1ea72e4a0cc58a8ab65dd58','','',0);
INSERT INTO event VALUES(61,1795173896683,0,'anna','box-1','',1,2,1,2,0,1,X'01a1f8b3d1ea70019e08905b8006f2d4',0,'','',X'01a1f8b3d1ea72e4a0cc58a8ab65dd58','','',0);
INSERT INTO event VALUES(62,1795173896713,2,'anna','box-1','',1,2,0,3,1,2,X'01a1f8b3d2097001835f770cbb6582d0',31,'','',X'01a1f8b3d20971b2867014263653bf35','','',0);
INSERT INTO event VALUES(63,1795173896713,2,'anna','box-1','',1,2,1,3,1,2,X'01a1f8b3d2097001835f770cbb6582d0',31,'','',X'01a1f8b3d20971b2867014263653bf35','','',0);
INSERT INTO event VALUES(64,1795173896767,0,'anna','box-1','',1,1,20,2,0,1,X'01a1f8b3d23e7001b59b7331071737d9',0,'','',X'01a1f8b3d23e7289ac17ae6e36fca66b','','',0);
INSERT INTO event VALUES(65,1795173896767,0,'anna','box-1','',1,1,21,2,0,1,X'01a1f8b3d23e7001b59b7331071737d9',0,'','',X'01a1f8b3d23e7289ac17ae6e36fca66b','','',0);
INSERT INTO event VALUES(66,1795173896797,3,'anna','box-1','',1,1,20,3,1,0,X'01a1f8b3d23e7001b59b7331071737d9',31,'','',X'01a1f8b3d25d7347a71f417a9e214403','','',0);
INSERT INTO event VALUES(67,1795173896797,3,'anna','box-1','',1,1,21,3,1,0,X'01a1f8b3d23e7001b59b7331071737d9',31,'','',X'01a1f8b3d25d7347a71f417a9e214403','','',0);
INSERT INTO event VALUES(68,1795173896805,0,'anna','box-1','',1,2,20,2,0,1,X'01a1f8b3d2657001ab966fcb41db7467',0,'','',X'01a1f8b3d26572e89a64ed2fb83b23e1','','',0);
INSERT INTO event VALUES(69,1795173896805,0,'anna','box-1','',1,2,21,2,0,1,X'01a1f8b3d2657001ab966fcb41db7467',0,'','',X'01a1f8b3d26572e89a64ed2fb83b23e1','','',0);
INSERT INTO event VALUES(70,1795173896849,7,'anna','box-1','mark',1,1,40,2,0,3,NULL,0,'camera','',X'01a1f8b3d291734f9afe920385da7fe6','','',1);
INSERT INTO event VALUES(71,1795173896849,7,'anna','box-1','mark',1,1,41,2,0,3,NULL,0,'camera','',X'01a1f8b3d291734f9afe920385da7fe6','','',1);
INSERT INTO event VALUES(72,1795173896859,20,'anna','box-1','',1,2,-1,0,0,0,X'01a1f8b3d29a70019e7fa3c0ad352380',0,'','',X'01a1f8b3d29a73b6ba53825f4874d13e','','',0);
INSERT INTO event VALUES(73,1795173896866,12,'anna','box-1','',1,0,-1,0,0,0,X'01a1f8b3ce2b7001add82dc48267e69a',0,'safe','drop 20.00 EUR',X'01a1f8b3d2a270c9b5d449fdf43c059b','','',0);
INSERT INTO event VALUES(74,1795173896874,12,'anna','box-1','',1,0,-1,0,0,0,X'01a1f8b3ce2b7001add82dc48267e69a',0,'change','paid_in 5.00 EUR',X'01a1f8b3d2aa704abeffe9178591ebd1','','',0);
INSERT INTO event VALUES(75,1795173896882,12,'anna','box-1','',1,0,-1,0,0,0,X'01a1f8b3ce2b7001add82dc48267e69a',0,'flowers','paid_out 3.00 EUR',X'01a1f8b3d2b2713786f9dedf06c12254','','',0);
INSERT INTO event VALUES(76,1795173896889,13,'anna','box-1','',1,0,-1,0,0,0,X'01a1f8b3ce2b7001add82dc48267e69a',0,'counted','cash 200.00 EUR counted, 374.50 EUR expected',X'01a1f8b3d2b972938d78ff781e487c0a','','',0);
INSERT INTO event VALUES(77,1795173896896,11,'anna','box-1','',1,0,-1,0,0,0,X'01a1f8b3d2c0700196a9bc0a3796b57d',0,'','float 50.00 EUR',X'01a1f8b3d2c0735e8cfa067509c63073','','',0);
INSERT INTO event VALUES(78,1795173896904,0,'anna','box-1','',1,4,0,2,0,1,X'01a1f8b3d2c7700181bb33fd0f1e157e',0,'','',X'01a1f8b3d2c773c69944c6d13518acea','','',0);
INSERT INTO event VALUES(79,1795173896904,0,'anna','box-1','',1,4,1,2,0,1,X'01a1f8b3d2c7700181bb33fd0f1e157e',0,'','',X'01a1f8b3d2c773c69944c6d13518acea','','',0);
INSERT INTO event VALUES(80,1795173896934,2,'anna','box-1','',1,4,0,3,1,2,X'01a1f8b3d2e6700185491d3cc9ba68c4',31,'','',X'01a1f8b3d2e6715b82018ee165f6aaec','','',0);
INSERT INTO event VALUES(81,1795173896934,2,'anna','box-1','',1,4,1,3,1,2,X'01a1f8b3d2e6700185491d3cc9ba68c4',31,'','',X'01a1f8b3d2e6715b82018ee165f6aaec','','',0);
INSERT INTO event VALUES(82,1795173897010,26,'anna','box-1','',1,4,-1,0,0,0,X'01a1f8b3d2e67003b173f86a8f4dcc18',0,'','ADMIT Stalls-A-1',X'01a1f8b3d33271af824e9074271ca605','','',0);
INSERT INTO event VALUES(83,1795173897018,28,'anna','box-1','',1,4,-1,0,0,0,X'01a1f8b3d2e67003b173f86a8f4dcc18',0,'','ALREADY_IN Stalls-A-1',X'01a1f8b3d33a737f87e81e714c5353bd','','',0);
INSERT INTO event VALUES(84,1795173897025,28,'anna','box-1','',1,4,-1,0,0,0,NULL,0,'','NO_TICKET',X'01a1f8b3d341704790a50518e8856309','','',0);
INSERT INTO event VALUES(85,1795173897033,35,'anna','box-1','',1,4,-1,0,0,0,X'01a1f8b3d2e67003b173f86a8f4dcc18',0,'','WAITING_FOR_PAYMENT 28.0 kg, fee 750',X'01a1f8b3d3487116be5a6d3e557475a4','','',0);
INSERT INTO event VALUES(86,1795173897040,36,'anna','box-1','',1,4,-1,0,0,0,X'01a1f8b3d2e67003b173f86a8f4dcc18',0,'','COMPLETED 28.0 kg, fee 750',X'01a1f8b3d34f70588bd6e95eb2511399','','',0);
INSERT INTO event VALUES(87,1795173897047,0,'anna','box-1','',1,4,10,2,0,1,X'01a1f8b3d3567001b124edb537975fe5',0,'','',X'01a1f8b3d356733baf3e4d0731b0e734','','',0);
INSERT INTO event VALUES(88,1795173897076,2,'anna','box-1','',1,4,10,3,1,2,X'01a1f8b3d3747001aedf6d1165d7ad62',30,'','',X'01a1f8b3d3747163b8212377d0c79f50','','',0);
INSERT INTO event VALUES(89,1795173897153,26,'anna','box-1','',1,4,-1,0,0,0,X'01a1f8b3d3747003aff099ddfd7f6f71',0,'','ADMIT Stalls-B-1',X'01a1f8b3d3c17180b219f7e7bc0d9ea2','','',0);
INSERT INTO event VALUES(90,1795173897161,35,'anna','box-1','',1,4,-1,0,0,0,X'01a1f8b3d3747003aff099ddfd7f6f71',0,'','WAITING_FOR_PAYMENT 27.0 kg, fee 750',X'01a1f8b3d3c971ff8fd1b5e8041a66a7','','',0);
INSERT INTO event VALUES(91,1795173897169,0,'anna','box-1','',1,4,13,2,0,1,X'01a1f8b3d3d1700197bdb2e67ad09f29',0,'','',X'01a1f8b3d3d171d3a57795526a6a24d4','','',0);
INSERT INTO event VALUES(92,1795173897199,2,'anna','box-1','',1,4,13,3,1,2,X'01a1f8b3d3ef7001a8c990588e685b3c',30,'','',X'01a1f8b3d3ef726ab827956395b3080b','','',0);
INSERT INTO event VALUES(93,1795173897267,30,'anna','box-1','mark',1,4,-1,0,0,0,X'01a1f8b3d3ef700381940e46a36b6c6a',0,'stolen','T-73GGD7XMR4 blocked',X'01a1f8b3d433734babb5995a0232546f','','',1);
CREATE TABLE seal (
    block INTEGER PRIMARY KEY CHECK (block > 0),
    first_event INTEGER NOT NULL,
    last_event INTEGER NOT NULL CHECK (last_event >= first_event),
    at INTEGER NOT NULL,
    previous BLOB NOT NULL CHECK (length(previous) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
INSERT INTO seal VALUES(1,1,93,1795173897292,X'0000000000000000000000000000000000000000000000000000000000000000',X'1d148527f390ee98bef6f39eecbde69b2fa6998cb813b18a6e34f6d8d235cbcb');
CREATE TABLE receipt (
    key BLOB PRIMARY KEY CHECK (length(key) = 16),
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
    act INTEGER NOT NULL,
    at INTEGER NOT NULL,
    last_event INTEGER NOT NULL,
    answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO receipt VALUES(X'01a1f8b3cd7771d88d1d2b3f18d72500',X'83509caab3f50227337855d81a6f110fccd3cc918ad05d5e7e0c7de93d20ab95',29,1795173895544,1,'');
INSERT INTO receipt VALUES(X'01a1f8b3cd7f72a0a356afecb073c549',X'1636c043b5dd7ff4867c46a5cba1b26fada287a0589bf1d823cf3eb2733722f9',17,1795173895564,2,'');
INSERT INTO receipt VALUES(X'01a1f8b3cd93734c8dca9468df27900f',X'c7b42cac759a7dcd3f55e8d2dc8655259c71201b8bed32056138be44e29d6bc5',17,1795173895583,3,'');
INSERT INTO receipt VALUES(X'01a1f8b3cda673bb877a5583a96cb374',X'a3b262a52db14031c306ccc2d143f1d8d038f4ad4d26aac6c53f22714abbb181',34,1795173895590,4,'');
INSERT INTO receipt VALUES(X'01a1f8b3cdb471dba53026c5cd8e8a3f',X'8f00e265bec55299927e5a83e62e6c00cdae924bf091f77acb06c94240ae97d0',16,1795173895604,5,replace('hall=room\nhall_seats=60\nplan_version=1\nadded=60\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cdbb73a7bd8793861ae3b94a',X'ebae11cb1e531b77530efe126cf43c1000c3f1a4811fb51a95accb6a2e46a902',16,1795173895611,6,replace('hall=barn\nhall_seats=11\nplan_version=1\nadded=11\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cdc47134a435415d3fa363e0',X'64c96f7f1ebe6ce3b8a2c572a45e22879204e82f1933105aa01ee0f8c50e4776',14,1795173895620,7,replace('show=play\nshow_status=open\nshow_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cdcc701b9370a773294d7570',X'94cbffa5988036485ca8841fd4645110801b06c08c66b7a4dc98babae7741a1d',14,1795173895628,8,replace('show=later\nshow_status=open\nshow_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cdd471fda59f9d52b26c3f86',X'a8dd71434dc09cf93adb303399a86c1088f47913703afcbe670810c13a204ca5',14,1795173895636,9,replace('show=draft\nshow_status=draft\nshow_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cddd735eacc0d1a6fe3ddaed',X'12a364a2238109c70e4bd6c76084ea1d7b63fa844f21b8c8825dc2a0abb1a2d7',14,1795173895645,10,replace('show=tonight\nshow_status=open\nshow_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cde4707f9696965ec66a1aae',X'8d4075ed9df7783f46fc8090aac34e8b53719cfc8c0a218b25edab602522f62b',14,1795173895652,11,replace('show=over\nshow_status=open\nshow_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cdec71e3b49dfffe88a36144',X'bd49fcbe452d49334b47f489d73fa1db75a0fa5569121ae7ca80e6daf5fb811e',15,1795173895660,12,replace('show=over\nshow_status=closed\nshow_version=2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cdf470229f551deb2b48a901',X'4cdeb29031112303161c3754e3fc9baa34335902a2f5cf80415b5a739511d3d0',19,1795173895668,13,replace('voucher=TEN\nvoucher_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cdfb7247888f3923d28de548',X'0fc243cab2d43ab174f2b4c2e8793d06acf3cc1b3079706b84b75c4ae4ded2be',19,1795173895675,14,replace('voucher=GIFT\nvoucher_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3ce0273ac909f65c4646cfd54',X'2faef46858056183601e2b688cd2a8d9ba4fb1106d7588d734a60d57f2220284',19,1795173895682,15,replace('voucher=EMPTY\nvoucher_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3ce09717c8e9315530b51040c',X'2579b8150048ca4675882c0157a150ca4b06f562d6036a881659a2102ad8b0e3',19,1795173895689,16,replace('voucher=GONE\nvoucher_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3ce10735d9f97e9ebcfefc074',X'9a75b05aad942cd314876beb79b8f10f4a25c6dc03b131770727cf862b2ecfc6',19,1795173895696,17,replace('voucher=GONE\nvoucher_version=2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3ce2b72679bf44facb99d01b3',X'bcea32ffb0c31485130e21ca4e4bf23c40b2f8a09aae4ee01cffb293eefcd00c',11,1795173895723,18,replace('shift=01a1f8b3-ce2b-7001-add8-2dc48267e69a\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3ce327233a0ef28e856341837',X'de4bb47bb353f72df96ae2d7c1de2b6eb20eb738aa6a43342d957fd805d96c0c',18,1795173895730,19,replace('customer=01a1f8b3-ce32-7001-91b0-27e815e16c52\ncustomer_since=1795173895730\ncustomer_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3ce39733981008b5e62ed7be3',X'825ba462ba786068f8e89248b3bb8ab6bce60c8f9880a2ec725f64f20001b55e',0,1795173895737,21,replace('hold=01a1f8b3-ce39-7001-8190-5658740320be\nstatus=active\nexpires=1795175695737\nseat=Stalls-A-1\nseat=Stalls-A-2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3ce5772668138bc89d2389b1a',X'e347797bbbf0eb4d067859afcfedf8dba585400399aea2d1026b55f70a33fef4',2,1795173895767,23,replace('sale=01a1f8b3-ce57-7001-b031-4e59c2aeea23\nchange=1300\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3ce9a710b8bc373f3eeae1f68',X'b847e1124225c9d3970ea623bee7516fbb8f79349ac4c738e1b2fe78f77d6f79',23,1795173895835,24,replace('sale=01a1f8b3-ce57-7001-b031-4e59c2aeea23\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cea37169b2a4cdbbb1f24ffe',X'8fe2f7fc1f8977049413ec2ce2b6511669e59998d47f39eb5b59098c549a4c7a',0,1795173895844,26,replace('hold=01a1f8b3-cea3-7001-81a5-b45e8d3c817f\nstatus=active\nexpires=1795175695843\nseat=Stalls-A-3\nseat=Stalls-A-4\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cec372b1860741b1f6e73b42',X'3d6115cc9fd258104dc4d6c6d41c2ddaac33051cdf2d38cd6e06ffe3ad79cbf6',2,1795173895875,28,replace('sale=01a1f8b3-cec3-7001-a07f-5634c7f07182\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cf05738eaa5697a30faab9db',X'4085ad4138a01f63ac8f786f467098dc7b02af03be436fad7d9dac7aa7123a6f',9,1795173895942,29,replace('sale=01a1f8b3-cec3-7001-a07f-5634c7f07182\ngiven_back=1950\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cf0e72f58aeb87131dd03c21',X'6795f05ec5c855c929ee2435daed270eccfb9520df0ddd6dce7c9826750a41b0',0,1795173895951,31,replace('hold=01a1f8b3-cf0e-7001-be2f-94ef2ddc3689\nstatus=active\nexpires=1795175695950\nseat=Stalls-A-5\nseat=Stalls-A-6\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cf3072c28da33180d2dad436',X'974b2e0e9bff719fc20becbc1305c42f0091596c6e5ce788d307d9e1d170eeb7',2,1795173895984,33,replace('sale=01a1f8b3-cf30-7001-a04c-d0ff0da1afad\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cf717339a4086a56e824afe9',X'adbf13af3382ac5cb4172d542db408131bbd7acfecd03fecfaa97429a055658b',0,1795173896049,34,replace('hold=01a1f8b3-cf71-7001-86d8-8c4ed85df30d\nstatus=active\nexpires=1795175696049\nseat=Stalls-A-7\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cf9e72a69687e59cf67ffbe8',X'13dfc5ae0290f77539c627efd7b2dbfb95a8639650b1f2dcbf176cfcc7923ec7',2,1795173896095,35,replace('sale=01a1f8b3-cf9e-7001-aa64-dc5fde25ee41\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cfca73b7a983223b679d140c',X'5059ed1a57c605149fabcb180d58a61ef27b771d9bdd3d7098bb54605e77ec54',9,1795173896139,36,replace('sale=01a1f8b3-cf9e-7001-aa64-dc5fde25ee41\ngiven_back=4150\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cfd370fb8abca5cb7929372c',X'3f5a41ac4d9beecc2072cd9409f85533332eb5da6b052f968bcee220620e18b0',0,1795173896147,38,replace('hold=01a1f8b3-cfd3-7001-864c-dbb095233169\nstatus=active\nexpires=1795175696147\nseat=Stalls-A-9\nseat=Stalls-A-10\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3cff2730bb80c4deb9a7baee4',X'0def9676d35cff1714b33838e91389607ae89fa14c206551fe32706e7c4b2444',2,1795173896178,40,replace('sale=01a1f8b3-cff2-7001-a8e4-591d79c46347\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d0277207be998729a66e929f',X'842659ba0a69663b375552bddc0f160b87a4b6ed460c6cfac396830e97cac1ac',0,1795173896231,42,replace('hold=01a1f8b3-d027-7001-bfe8-74fc56fc2f4e\nstatus=active\nexpires=1795175696231\nseat=Stalls-B-1\nseat=Stalls-B-2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d0477097b1045621f9da5367',X'4893e160f72d14c782adec06342247ee1a9548713a6b9e66131a09443da9de6b',2,1795173896263,44,replace('sale=01a1f8b3-d047-7001-a5dc-0f85fe033c9a\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d07c71d69031e99c44871018',X'c31985e2c326644e9f768042e905293a94a9c4c268613332afc41729af1db013',24,1795173896317,45,replace('sale=01a1f8b3-d047-7001-a5dc-0f85fe033c9a\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d08572f0ac8024b746d10fb3',X'e7e1d51f36b9659e64ef83719371ed599e317ff990a2ef489c12b1c241ad3865',0,1795173896325,47,replace('hold=01a1f8b3-d085-7001-8f14-b10f21b16259\nstatus=active\nexpires=1795175696325\nseat=Stalls-B-3\nseat=Stalls-B-4\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d0a4729e860505bf7ad575a8',X'230b2e48ae01fc66981eb6d9cf054d62b64552bfdcca89bf105246ddc96829dd',2,1795173896356,49,replace('sale=01a1f8b3-d0a4-7001-91a4-c25f178ec4a2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d0da71838f757c78d9993308',X'fe779694f4c113244b7d8f7a2533dbacd5bb6f8de944e980bf0e46d7e13f7f85',25,1795173896410,50,replace('sale=01a1f8b3-d0a4-7001-91a4-c25f178ec4a2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d0e27283b9e87e7c47c97a89',X'5a813415aa2fb76f209eac847cfa9aad7c547b5e9363a6ece75cf9036227595c',0,1795173896418,52,replace('hold=01a1f8b3-d0e2-7001-aa57-431eafd1ead1\nstatus=active\nexpires=1795175696418\nseat=Stalls-B-5\nseat=Stalls-B-6\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d117710d85619c7de4c2f096',X'c755c8e185af3fb08ba3d48223d6dddc2959a5533723a35b3b96ad699d08f854',2,1795173896471,54,replace('sale=01a1f8b3-d117-7001-bd86-1199b361da69\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d15f72b0be34b81de2e0dc46',X'b137ee6e03bce5c5a0d5424dd37a0fc1ddf76267f41993152221be2846b5e1b8',0,1795173896544,55,replace('hold=01a1f8b3-d15f-7001-9e23-b68ee3994bf2\nstatus=active\nexpires=1795175696543\nseat=Stalls-B-7\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d17f7352992109048bf5f3c0',X'eb761b712856c844ec78a110ee86a97d98ba506be011f449425fc97b063401bd',2,1795173896575,56,replace('sale=01a1f8b3-d17f-7001-9cbf-3bb94cd76d13\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d1b47333a2526a07e8fb8184',X'c783ebe874a8419ddc514bae04bddc4aaecec229d47a48cd672dfa24b4aa89ba',0,1795173896628,57,replace('hold=01a1f8b3-d1b4-7001-a6c1-afc58b475e60\nstatus=active\nexpires=1795175696628\nseat=Balcony-A-1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d1e170a3bc6c126dd9a5fde1',X'7e4afc6101e10f25c192eac45d50b916a11665cb3fc694a2ae9558a1a56f1436',10,1795173896674,59,replace('sale=01a1f8b3-d17f-7001-9cbf-3bb94cd76d13\ngiven_back=1200\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d1ea72e4a0cc58a8ab65dd58',X'356f9a1a25b28d92c786aac1af2669ede1db38d6278acdda0fedb258239a68dc',0,1795173896683,61,replace('hold=01a1f8b3-d1ea-7001-9e08-905b8006f2d4\nstatus=active\nexpires=1795174796682\nseat=Stalls-A-1\nseat=Stalls-A-2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d20971b2867014263653bf35',X'c55647cb42e6e64af9300cf616868a1da473735afdd50995bdffd3aafdaecf5d',2,1795173896713,63,replace('sale=01a1f8b3-d209-7001-835f-770cbb6582d0\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d23e7289ac17ae6e36fca66b',X'698312daafa35d7636c9641aecc07cd9d5810ee1eeb30e4d880a273b15f39b5b',0,1795173896767,65,replace('hold=01a1f8b3-d23e-7001-b59b-7331071737d9\nstatus=active\nexpires=1795175696766\nseat=Stalls-C-1\nseat=Stalls-C-2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d25d7347a71f417a9e214403',X'a2e9f57b4d7637be1d1328571fdc94840e1e0ece3b4d5e59e799664b536530ad',3,1795173896797,67,replace('hold=01a1f8b3-d23e-7001-b59b-7331071737d9\nstatus=cancelled\nexpires=1795175696766\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d26572e89a64ed2fb83b23e1',X'2edd1056af3ab3322ecec2692ffda5c814d3b60923c211948b93fe33d1a0dbc3',0,1795173896805,69,replace('hold=01a1f8b3-d265-7001-ab96-6fcb41db7467\nstatus=active\nexpires=1795174796805\nseat=Stalls-C-1\nseat=Stalls-C-2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d291734f9afe920385da7fe6',X'2d5fd0d9f7b317beb8728628de703f33f0fda78cf1219272af283da82313f199',7,1795173896849,71,'');
INSERT INTO receipt VALUES(X'01a1f8b3d29a73b6ba53825f4874d13e',X'4467bfcc98bc1e7d3effb5810fe6cf75509b09bf132c84a8190cb38a29fa0b33',20,1795173896859,72,replace('waiter=01a1f8b3-d29a-7001-9e7f-a3c0ad352380\nwaiter_status=waiting\nwaiter_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d2a270c9b5d449fdf43c059b',X'a2c245d347583f65a0e169d8b94fc1c9fdb33349ed8159ec31582251b47246f1',12,1795173896866,73,replace('shift=01a1f8b3-ce2b-7001-add8-2dc48267e69a\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d2aa704abeffe9178591ebd1',X'2ea30c726bad128aa0ce5d0aaf605a505042b53ab7bb6aef90b3dc27bcce5b51',12,1795173896874,74,replace('shift=01a1f8b3-ce2b-7001-add8-2dc48267e69a\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d2b2713786f9dedf06c12254',X'3b16553268fe08ce4029516fa10b988335f3f2d2c4b5d3f2b758414c592ce290',12,1795173896882,75,replace('shift=01a1f8b3-ce2b-7001-add8-2dc48267e69a\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d2b972938d78ff781e487c0a',X'feaea5a948ab07578cefcd35b81df7f4a02f7735027bff4b50f9b2363175c626',13,1795173896889,76,replace('shift=01a1f8b3-ce2b-7001-add8-2dc48267e69a\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d2c0735e8cfa067509c63073',X'888afd5d015aaf139e9a1e21c71d892c83743ae2337ca17841762bae61f13298',11,1795173896896,77,replace('shift=01a1f8b3-d2c0-7001-96a9-bc0a3796b57d\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d2c773c69944c6d13518acea',X'2d1e37bf113eec85a491596cccd1f5b5b1d96f3e8c1a5b3ee1bebccfe99bfb38',0,1795173896904,79,replace('hold=01a1f8b3-d2c7-7001-81bb-33fd0f1e157e\nstatus=active\nexpires=1795174796903\nseat=Stalls-A-1\nseat=Stalls-A-2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d2e6715b82018ee165f6aaec',X'79c0ce1a8dcd303557a4a95f3be5070f6a4a3feed0245835d5d9cd3f55c12580',2,1795173896934,81,replace('sale=01a1f8b3-d2e6-7001-8549-1d3cc9ba68c4\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d33271af824e9074271ca605',X'55a396bc050a8fc311882fd85423622b34da1062394e447099496ff3ac16e629',26,1795173897010,82,replace('scanned=01a1f8b3-d2e6-7003-b173-f86a8f4dcc18\ndoor=ADMIT\ndoor_was=ADMIT\ndoor_at=1795173897010\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d33a737f87e81e714c5353bd',X'55a396bc050a8fc311882fd85423622b34da1062394e447099496ff3ac16e629',28,1795173897018,83,replace('scanned=01a1f8b3-d2e6-7003-b173-f86a8f4dcc18\ndoor=ALREADY_IN\ndoor_was=ALREADY_IN\ndoor_at=1795173897018\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d341704790a50518e8856309',X'25fe042b4abe3f98b32817e909518657c3951ca660efddd903b17206b5e97857',28,1795173897025,84,replace('scanned=00000000-0000-0000-0000-000000000000\ndoor=NO_TICKET\ndoor_was=NO_TICKET\ndoor_at=1795173897025\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d3487116be5a6d3e557475a4',X'eaf47198c096205620df5597f7f4d6ffba0a4ceaf6bad41e7e1890535d08af35',35,1795173897033,85,replace('checkin=01a1f8b3-d2e6-7003-b173-f86a8f4dcc18\ncheckin_status=WAITING_FOR_PAYMENT\ncheckin_weight=28000\ncheckin_fee=750\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d34f70588bd6e95eb2511399',X'6ef0dac0ef6a8425cac6b038c84526b1c4952a0fb89d0584c2cd0404cde233c7',36,1795173897040,86,replace('checkin=01a1f8b3-d2e6-7003-b173-f86a8f4dcc18\ncheckin_status=COMPLETED\ncheckin_weight=28000\ncheckin_fee=750\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d356733baf3e4d0731b0e734',X'60c66143e057ffbd2e29d7c0aad6042e9338e731ead08029821d1a736fcabe51',0,1795173897047,87,replace('hold=01a1f8b3-d356-7001-b124-edb537975fe5\nstatus=active\nexpires=1795174797046\nseat=Stalls-B-1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d3747163b8212377d0c79f50',X'c39376bf59eb8d0ac7c5605810eac02839718b63f92bf3df722973e2cc0ae2ac',2,1795173897076,88,replace('sale=01a1f8b3-d374-7001-aedf-6d1165d7ad62\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d3c17180b219f7e7bc0d9ea2',X'bd9433ccf7e24802beb345f60a089c5b78f15eda0be4a0b1a7a83119e9a2ec29',26,1795173897153,89,replace('scanned=01a1f8b3-d374-7003-aff0-99ddfd7f6f71\ndoor=ADMIT\ndoor_was=ADMIT\ndoor_at=1795173897153\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d3c971ff8fd1b5e8041a66a7',X'6a9a97a49b51fcbb5af9052ef4de5a5a4085c78de7e98ccdc78f18ea4901c232',35,1795173897161,90,replace('checkin=01a1f8b3-d374-7003-aff0-99ddfd7f6f71\ncheckin_status=WAITING_FOR_PAYMENT\ncheckin_weight=27000\ncheckin_fee=750\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d3d171d3a57795526a6a24d4',X'a00cbe4a01e6e14e684d3c164b88c09cb6f576a8a2e76185731792fe7389fd6d',0,1795173897169,91,replace('hold=01a1f8b3-d3d1-7001-97bd-b2e67ad09f29\nstatus=active\nexpires=1795174797169\nseat=Stalls-B-4\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d3ef726ab827956395b3080b',X'9edf94f90b12056ca6c65f82db5f00cbe4dad87235dbeb1a13a870c01c5d8417',2,1795173897199,92,replace('sale=01a1f8b3-d3ef-7001-a8c9-90588e685b3c\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3d433734babb5995a0232546f',X'7e3b3d1bf8e1490fb7016ca3aec1b6c826408fbb063b15a746acdd69165ca981',30,1795173897267,93,'');
CREATE TABLE ticket_key (
    id INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 65535), -- as tickets name it
    kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
    mark INTEGER NOT NULL,                                 -- the same for all keys of a house
    public BLOB NOT NULL CHECK (length(public) = 32),
    till TEXT NOT NULL,
    show_no INTEGER REFERENCES show, -- of pretix: for which show; NULL: any of the house
    subevent INTEGER NOT NULL CHECK (subevent >= 0),
    products TEXT NOT NULL, -- of pretix: those that admit, "12,14"; '': all of the event
    made_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT;
INSERT INTO ticket_key VALUES(1,0,2086704922,X'a14fa43fee67838242f6c07c30eb88595ed2db03a65aeb38177f32bf270d4406','box-1',NULL,0,'',1795173895543,0,1);
CREATE TABLE admission (
    ticket BLOB PRIMARY KEY CHECK (length(ticket) = 16),
    show_no INTEGER NOT NULL REFERENCES show,
    inside INTEGER NOT NULL CHECK (inside IN (0, 1)),
    entries INTEGER NOT NULL CHECK (entries >= 0),
    first_at INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    gate INTEGER NOT NULL CHECK (gate BETWEEN 0 AND 255),
    till TEXT NOT NULL,
    blocked INTEGER NOT NULL CHECK (blocked IN (0, 1)),
    version INTEGER NOT NULL CHECK (version > 0),
    CHECK (entries > 0 OR inside = 0)
) STRICT, WITHOUT ROWID;
INSERT INTO admission VALUES(X'01a1f8b3d2e67003b173f86a8f4dcc18',4,1,1,1795173897010,1795173897010,0,'box-1',0,1);
INSERT INTO admission VALUES(X'01a1f8b3d3747003aff099ddfd7f6f71',4,1,1,1795173897153,1795173897153,0,'box-1',0,1);
INSERT INTO admission VALUES(X'01a1f8b3d3ef700381940e46a36b6c6a',4,0,0,0,0,0,'',1,1);
CREATE TABLE scan (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    at INTEGER NOT NULL,
    show_no INTEGER NOT NULL REFERENCES show,
    gate INTEGER NOT NULL CHECK (gate BETWEEN 0 AND 255),
    code INTEGER NOT NULL CHECK (code >= 0),
    overridden INTEGER NOT NULL CHECK (overridden >= 0),
    leaving INTEGER NOT NULL CHECK (leaving IN (0, 1)),
    ticket BLOB CHECK (ticket IS NULL OR length(ticket) = 16),
    label TEXT NOT NULL,
    till TEXT NOT NULL,
    actor TEXT NOT NULL,
    approver TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO scan VALUES(X'01a1f8b3d3327001a1242610b73e332f',1795173897010,4,0,0,0,0,X'01a1f8b3d2e67003b173f86a8f4dcc18','Stalls-A-1','box-1','anna','','');
INSERT INTO scan VALUES(X'01a1f8b3d33a700182d71123b802dac3',1795173897018,4,0,22,0,0,X'01a1f8b3d2e67003b173f86a8f4dcc18','Stalls-A-1','box-1','anna','','');
INSERT INTO scan VALUES(X'01a1f8b3d3417001ab130a076758e6e4',1795173897025,4,0,6,0,0,NULL,'','box-1','anna','','');
INSERT INTO scan VALUES(X'01a1f8b3d3c17001b09f6906b0bb3929',1795173897153,4,0,0,0,0,X'01a1f8b3d3747003aff099ddfd7f6f71','Stalls-B-1','box-1','anna','','');
CREATE TABLE checkin (
    ticket BLOB NOT NULL CHECK (length(ticket) = 16),
    entry INTEGER NOT NULL CHECK (entry > 0), -- which time it was let in
    show_no INTEGER NOT NULL REFERENCES show,
    status INTEGER NOT NULL CHECK (status BETWEEN 0 AND 2),
    weight_g INTEGER NOT NULL CHECK (weight_g BETWEEN 0 AND 500000),
    fee INTEGER NOT NULL CHECK (fee >= 0),
    at INTEGER NOT NULL,
    till TEXT NOT NULL,
    tender INTEGER NOT NULL CHECK (tender BETWEEN 0 AND 2),
    paid INTEGER NOT NULL,
    given INTEGER NOT NULL,
    auth TEXT NOT NULL,
    voucher TEXT NOT NULL,
    shift BLOB REFERENCES shift,
    version INTEGER NOT NULL CHECK (version > 0),
    late_at INTEGER NOT NULL DEFAULT 0, -- as in payment
    PRIMARY KEY (ticket, entry),
    CHECK (paid = CASE status WHEN 2 THEN fee ELSE 0 END),
    CHECK (CASE status WHEN 0 THEN fee = 0 WHEN 1 THEN fee > 0 ELSE 1 END),
    CHECK ((paid > 0) = (shift IS NOT NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO checkin VALUES(X'01a1f8b3d2e67003b173f86a8f4dcc18',1,4,2,28000,750,1795173897039,'box-1',0,750,750,'','',X'01a1f8b3d2c0700196a9bc0a3796b57d',2,0);
INSERT INTO checkin VALUES(X'01a1f8b3d3747003aff099ddfd7f6f71',1,4,1,27000,750,1795173897161,'box-1',0,0,0,'','',NULL,1,0);
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY CHECK (seq > 0), -- without gaps, through all epochs
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    uid BLOB NOT NULL CHECK (length(uid) = 16), -- the act's key
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 1), -- enum entry_kind
    final INTEGER NOT NULL CHECK (final IN (0, 1)),
    at INTEGER NOT NULL, -- by this machine's clock; for people
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    signature BLOB NOT NULL CHECK (length(signature) = 64),
    body BLOB NOT NULL CHECK (length(body) BETWEEN 1 AND 98304),
    UNIQUE (epoch, uid)
) STRICT;
CREATE TABLE entry_state (
    seq INTEGER PRIMARY KEY REFERENCES entry,
    state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 7),
    kept INTEGER NOT NULL CHECK (kept IN (0, 1)), -- a later entry goes on with what it holds
    reason INTEGER NOT NULL DEFAULT 0, -- enum verdict
    heading INTEGER NOT NULL DEFAULT 0, -- enum merge_class
    settled_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE till_seat (
    show_no INTEGER NOT NULL,
    seat_no INTEGER NOT NULL,
    tip INTEGER NOT NULL CHECK (tip > 0),
    status INTEGER NOT NULL,
    version INTEGER NOT NULL,
    held_until INTEGER NOT NULL,
    open_to INTEGER NOT NULL,
    allotment INTEGER NOT NULL,
    holder BLOB CHECK (holder IS NULL OR length(holder) = 16),
    PRIMARY KEY (show_no, seat_no),
    FOREIGN KEY (show_no, seat_no) REFERENCES show_seat
) STRICT, WITHOUT ROWID;
CREATE TABLE till_show (
    show_no INTEGER PRIMARY KEY REFERENCES show,
    terms INTEGER NOT NULL
) STRICT;
CREATE TABLE till_meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    device BLOB NOT NULL CHECK (length(device) = 16),
    till INTEGER NOT NULL CHECK (till BETWEEN 0 AND 65535),
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    start_seq INTEGER NOT NULL,
    head_seq INTEGER NOT NULL,
    start_hash BLOB NOT NULL CHECK (length(start_hash) = 32),
    head_hash BLOB NOT NULL CHECK (length(head_hash) = 32),
    first_open INTEGER NOT NULL,
    cursor INTEGER NOT NULL,
    lease_boot BLOB CHECK (lease_boot IS NULL OR length(lease_boot) = 16),
    lease_ends INTEGER NOT NULL,
    giving_back INTEGER NOT NULL CHECK (giving_back IN (0, 1)),
    give_back_through INTEGER NOT NULL,
    -- The house's last word on whether it takes this till's journal (struct till_shut_out): whoever looks
    -- at the till without asking the house sees it.
    shut_out INTEGER NOT NULL DEFAULT 0, -- enum sync_status
    shut_out_why INTEGER NOT NULL DEFAULT 0, -- enum quarantine
    shut_out_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE till_replica (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    event INTEGER NOT NULL, -- the mark, as the house gave it (src/port/replica.h)
    step INTEGER NOT NULL,
    at INTEGER NOT NULL,
    key BLOB CHECK (key IS NULL OR length(key) = 16),
    until INTEGER NOT NULL,
    ready INTEGER NOT NULL CHECK (ready IN (0, 1)), -- the first pull was finished
    listed INTEGER NOT NULL, -- by the house's clock: when all there was had been taken
    boot BLOB NOT NULL CHECK (length(boot) = 16), -- this machine's clocks when the house answered last
    mono INTEGER NOT NULL,
    wall INTEGER NOT NULL,
    house INTEGER NOT NULL, -- and the house's clock then
    doubt INTEGER NOT NULL, -- by how much it may be wrong (src/domain/heard_clock.h)
    days INTEGER NOT NULL, -- for how long a person may sign in here without the house
    settled INTEGER NOT NULL -- rows that entries up to this one wrote are as the house has them
) STRICT;
CREATE TABLE till_credential (
    name TEXT PRIMARY KEY CHECK (name <> ''),
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE sale_entry (
    sale BLOB PRIMARY KEY CHECK (length(sale) = 16),
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    seq INTEGER NOT NULL CHECK (seq > 0)
) STRICT, WITHOUT ROWID;
CREATE TABLE kept_act (
    n INTEGER PRIMARY KEY, -- in the order in which the house acknowledged them
    uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- the act's key
    at INTEGER NOT NULL, -- by this machine's clock
    body BLOB NOT NULL CHECK (length(body) BETWEEN 1 AND 98304) -- as an entry's
) STRICT;
CREATE TABLE kept_past (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    past TEXT NOT NULL
) STRICT;
CREATE TABLE kept_intent (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    version INTEGER NOT NULL, -- of the row at the house
    at INTEGER NOT NULL, -- by this machine's clock
    owed INTEGER NOT NULL DEFAULT 0 CHECK (owed IN (0, 1)), -- 1: the house went back since
    body BLOB NOT NULL CHECK (length(body) BETWEEN 1 AND 65536)
) STRICT;
CREATE TABLE packed_plan (
    hall_no INTEGER PRIMARY KEY REFERENCES hall,
    plan_version INTEGER NOT NULL,
    seats BLOB NOT NULL
) STRICT;
CREATE TABLE packed_map (
    show_no INTEGER PRIMARY KEY REFERENCES show,
    show_version INTEGER NOT NULL,
    plan_version INTEGER NOT NULL,
    last_event INTEGER NOT NULL,
    states BLOB NOT NULL
) STRICT;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('event',93);
CREATE UNIQUE INDEX hall_seat_label ON hall_seat (hall_no, label) WHERE retired = 0;
CREATE INDEX hall_seat_row ON hall_seat (hall_no, row_no, pos) WHERE retired = 0;
CREATE INDEX show_hall ON show (hall_no);
CREATE INDEX hold_open ON hold (expires_at) WHERE status IN (0, 1);
CREATE UNIQUE INDEX claim_live ON claim (show_no, seat_no) WHERE live = 1;
CREATE UNIQUE INDEX shift_open ON shift (till) WHERE closed_at = 0;
CREATE INDEX sale_due ON sale (show_no, sold_at, id) WHERE status = 1;
CREATE UNIQUE INDEX ticket_valid ON ticket (show_no, seat_no) WHERE status = 0;
CREATE INDEX payment_shift ON payment (shift) WHERE shift IS NOT NULL;
CREATE INDEX ticket_id ON ticket (id);
CREATE INDEX voucher_loan_till ON voucher_loan (till);
CREATE INDEX waitlist_code ON waitlist (code);
CREATE INDEX waitlist_line ON waitlist (show_no, joined_at, id)
    WHERE status IN (0, 1);
CREATE INDEX event_seat ON event (show_no, seat_no) WHERE seat_no >= 0;
CREATE UNIQUE INDEX ticket_key_public ON ticket_key (public, subevent, coalesce(show_no, 0));
CREATE INDEX admission_show ON admission (show_no, inside) WHERE entries > 0;
CREATE INDEX scan_show ON scan (show_no, id);
CREATE INDEX scan_refused ON scan (show_no) WHERE code > 5;
CREATE INDEX checkin_shift ON checkin (shift) WHERE shift IS NOT NULL;
CREATE INDEX kept_act_at ON kept_act (at);
CREATE INDEX kept_intent_owed ON kept_intent (owed, at);
CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT raise(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT raise(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER seal_is_never_changed BEFORE UPDATE ON seal
BEGIN SELECT raise(ABORT, 'seals are append-only'); END;
CREATE TRIGGER seal_is_never_deleted BEFORE DELETE ON seal
BEGIN SELECT raise(ABORT, 'seals are append-only'); END;
CREATE TRIGGER receipt_is_never_changed BEFORE UPDATE ON receipt
BEGIN SELECT raise(ABORT, 'receipts are append-only'); END;
CREATE TRIGGER receipt_is_never_deleted BEFORE DELETE ON receipt
BEGIN SELECT raise(ABORT, 'receipts are append-only'); END;
CREATE TRIGGER scan_is_never_changed BEFORE UPDATE ON scan
BEGIN SELECT raise(ABORT, 'scans are append-only'); END;
CREATE TRIGGER scan_is_never_deleted BEFORE DELETE ON scan
BEGIN SELECT raise(ABORT, 'scans are append-only'); END;
CREATE TRIGGER entry_is_next BEFORE INSERT ON entry
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entry)
BEGIN
    SELECT raise(ABORT, 'an entry follows the one before it');
END;
CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry
BEGIN
    SELECT raise(ABORT, 'an entry never changes');
END;
CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry
BEGIN
    SELECT raise(ABORT, 'an entry is never deleted');
END;
CREATE TRIGGER verdict_stays BEFORE UPDATE OF state ON entry_state
WHEN OLD.state > 1 AND NEW.state <> OLD.state
BEGIN
    SELECT raise(ABORT, 'a verdict stays');
END;
CREATE TRIGGER verdict_never_goes BEFORE DELETE ON entry_state
BEGIN
    SELECT raise(ABORT, 'a verdict is never deleted');
END;
CREATE VIEW qa_seat AS
SELECT w.id AS show, h.label AS seat,
    CASE s.status WHEN 0 THEN 'available' WHEN 1 THEN 'held'
        WHEN 2 THEN 'sold' WHEN 3 THEN 'blocked' END AS status,
    s.version, lower(hex(s.holder)) AS holder, s.held_until
FROM show AS w
CROSS JOIN show_seat AS s ON s.show_no = w.no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = s.seat_no
WHERE s.retired = 0;
CREATE VIEW qa_claim AS
SELECT w.id AS show, h.label AS seat, lower(hex(c.hold_id)) AS hold, c.live,
    CASE d.status WHEN 0 THEN 'active' WHEN 1 THEN 'paying'
        WHEN 2 THEN 'converted' WHEN 3 THEN 'expired'
        WHEN 4 THEN 'cancelled' END AS status,
    d.expires_at
FROM claim AS c
CROSS JOIN show AS w ON w.no = c.show_no
CROSS JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = c.seat_no
CROSS JOIN hold AS d ON d.id = c.hold_id;
CREATE VIEW qa_receipt AS
SELECT lower(hex(key)) AS key, lower(hex(fingerprint)) AS fingerprint, act, at, last_event, answer
FROM receipt;
CREATE VIEW qa_event AS
SELECT e.id, e.at, e.act, e.actor, e.till, e.approver, w.id AS show, h.label AS seat, e.version,
    CASE e.was WHEN 0 THEN 'available' WHEN 1 THEN 'held'
        WHEN 2 THEN 'sold' WHEN 3 THEN 'blocked' END AS was,
    CASE e.became WHEN 0 THEN 'available' WHEN 1 THEN 'held'
        WHEN 2 THEN 'sold' WHEN 3 THEN 'blocked' END AS became,
    lower(hex(e.subject)) AS subject, e.held_ms, e.reason, e.note, lower(hex(e.key)) AS key,
    e.address, e.client, CASE e.approval WHEN 1 THEN 'house' WHEN 2 THEN 'till' END AS approval
FROM event AS e
LEFT JOIN show AS w ON w.no = e.show_no
LEFT JOIN hall_seat AS h ON h.hall_no = w.hall_no AND h.seat_no = e.seat_no;
CREATE VIEW qa_invariants (name, detail) AS
SELECT 'held_seat_without_claim', 'show ' || s.show_no || ' seat ' || s.seat_no
FROM show_seat AS s
WHERE s.status = 1 AND NOT EXISTS (SELECT 1 FROM claim AS c
    WHERE c.hold_id = s.holder AND c.seat_no = s.seat_no AND c.show_no = s.show_no AND c.live = 1)
UNION ALL
SELECT 'claim_without_held_seat', 'show ' || c.show_no || ' seat ' || c.seat_no
FROM claim AS c
WHERE c.live = 1 AND NOT EXISTS (SELECT 1 FROM show_seat AS s
    WHERE s.show_no = c.show_no AND s.seat_no = c.seat_no AND s.status = 1
        AND s.holder = c.hold_id)
UNION ALL
SELECT 'claim_of_ended_hold', 'hold ' || lower(hex(c.hold_id)) || ' seat ' || c.seat_no
FROM claim AS c
WHERE c.live = 1
    AND NOT EXISTS (SELECT 1 FROM hold AS d
        WHERE d.id = c.hold_id AND d.status IN (0, 1))
UNION ALL
SELECT 'open_hold_without_seat', 'hold ' || lower(hex(d.id))
FROM hold AS d
WHERE d.status IN (0, 1)
    AND NOT EXISTS (SELECT 1 FROM claim AS c WHERE c.hold_id = d.id AND c.live = 1)
UNION ALL
SELECT 'hold_past_its_ceiling', 'hold ' || lower(hex(d.id))
FROM hold AS d WHERE d.ceiling_at > 0 AND d.expires_at > d.ceiling_at
UNION ALL
SELECT 'converted_hold_without_sale', 'hold ' || lower(hex(d.id))
FROM hold AS d
WHERE (d.status = 2) <> EXISTS (SELECT 1 FROM sale AS v WHERE v.id = d.sale)
UNION ALL
SELECT 'sale_of_a_hold_that_is_not_converted', 'sale ' || v.code
FROM sale AS v
WHERE v.hold IS NOT NULL AND NOT EXISTS (SELECT 1 FROM hold AS d
    WHERE d.id = v.hold AND d.status = 2 AND d.sale = v.id)
UNION ALL
SELECT 'sold_seat_without_ticket', 'show ' || s.show_no || ' seat ' || s.seat_no
FROM show_seat AS s
WHERE s.status = 2 AND (SELECT count(*) FROM ticket AS t
    WHERE t.show_no = s.show_no AND t.seat_no = s.seat_no AND t.status = 0
        AND t.sale = s.holder) <> 1
UNION ALL
SELECT 'ticket_without_sold_seat', 'ticket ' || t.code
FROM ticket AS t
WHERE t.status = 0 AND NOT EXISTS (SELECT 1 FROM show_seat AS s
    WHERE s.show_no = t.show_no AND s.seat_no = t.seat_no AND s.status = 2 AND s.holder = t.sale);
CREATE VIEW order_fault AS
SELECT s.id, s.code, s.paid = p.paid AS paid_agrees, CASE WHEN s.total <> t.total THEN 'sale.total' WHEN s.paid <> p.paid OR s.paid < 0 THEN 'sale.paid' WHEN t.valid > 0 AND s.status = 3 THEN 'sale.status' WHEN s.status <> 1 AND s.paid < s.total + t.kept THEN 'sale.paid' END AS fault
FROM sale AS s
JOIN (SELECT v.id, count(*) FILTER (WHERE k.status = 0) AS valid,
        coalesce(sum(k.total) FILTER (WHERE k.status = 0), 0) AS total,
        coalesce(sum(k.kept), 0) AS kept
    FROM sale AS v LEFT JOIN ticket AS k ON k.sale = v.id GROUP BY v.id) AS t ON t.id = s.id
JOIN (SELECT v.id, coalesce(sum(q.amount), 0) AS paid
    FROM sale AS v LEFT JOIN payment AS q ON q.sale = v.id GROUP BY v.id) AS p ON p.id = s.id;
CREATE VIEW drawer AS
SELECT s.id, s.float_amount + coalesce(sum(m.amount) FILTER (WHERE m.tender = 0), 0) AS cash,
    coalesce(sum(m.amount) FILTER (WHERE m.tender = 1), 0) AS card,
    coalesce(sum(m.amount) FILTER (WHERE m.tender = 2), 0) AS voucher
FROM shift AS s
LEFT JOIN (SELECT shift, tender, amount FROM payment
    UNION ALL SELECT shift, tender, paid FROM checkin
    UNION ALL SELECT shift, 0, CASE kind WHEN 1 THEN amount ELSE -amount END
    FROM shift_move) AS m ON m.shift = s.id
GROUP BY s.id;
CREATE VIEW qa_money_invariants (name, detail) AS
SELECT CASE WHEN f.fault = 'sale.total' THEN 'sale_total_is_not_its_tickets'
    WHEN f.fault = 'sale.status' THEN 'valid_ticket_of_refunded_sale'
    WHEN f.paid_agrees THEN 'sale_paid_less_than_its_tickets' ELSE 'sale_paid_is_not_its_payments' END, 'sale ' || f.code
FROM order_fault AS f WHERE f.fault IS NOT NULL
UNION ALL
SELECT 'ticket_does_not_add_up', 'ticket ' || k.code || ' ' || CASE WHEN k.discount > k.price THEN 'ticket.discount' WHEN k.total <> k.price - k.discount + k.fee THEN 'ticket.total' WHEN k.tax NOT BETWEEN 0 AND k.total THEN 'ticket.tax' WHEN k.kept > 0 AND (k.kept > k.fee OR k.status <> 1) THEN 'ticket.kept' END
FROM ticket AS k WHERE CASE WHEN k.discount > k.price THEN 'ticket.discount' WHEN k.total <> k.price - k.discount + k.fee THEN 'ticket.total' WHEN k.tax NOT BETWEEN 0 AND k.total THEN 'ticket.tax' WHEN k.kept > 0 AND (k.kept > k.fee OR k.status <> 1) THEN 'ticket.kept' END IS NOT NULL
UNION ALL
SELECT 'voucher_over_its_limit', 'voucher ' || v.code || ' ' || CASE WHEN v.used > v.budget AND (v.budget > 0 OR v.kind = 2) THEN 'voucher.used' WHEN v.uses > v.max_uses AND v.max_uses > 0 THEN 'voucher.uses' END
FROM voucher AS v WHERE CASE WHEN v.used > v.budget AND (v.budget > 0 OR v.kind = 2) THEN 'voucher.used' WHEN v.uses > v.max_uses AND v.max_uses > 0 THEN 'voucher.uses' END IS NOT NULL
UNION ALL
SELECT 'shift_does_not_add_up', 'till ' || s.till || ' ' || CASE WHEN s.expected_cash <> d.cash THEN 'shift.expected_cash' WHEN s.expected_card <> d.card THEN 'shift.expected_card' WHEN s.expected_voucher <> d.voucher THEN 'shift.expected_voucher' END
FROM shift AS s JOIN drawer AS d ON d.id = s.id WHERE s.closed_at > 0 AND CASE WHEN s.expected_cash <> d.cash THEN 'shift.expected_cash' WHEN s.expected_card <> d.card THEN 'shift.expected_card' WHEN s.expected_voucher <> d.voucher THEN 'shift.expected_voucher' END IS NOT NULL
UNION ALL
SELECT 'payment_in_a_closed_shift', 'sale ' || v.code
FROM payment AS p JOIN shift AS s ON s.id = p.shift JOIN sale AS v ON v.id = p.sale
WHERE s.closed_at > 0 AND p.at > s.closed_at + 600000
UNION ALL
SELECT 'sale_paid_more_than_its_tickets', 'sale ' || s.code
FROM sale AS s
WHERE s.status <> 1 AND s.paid > s.total + (SELECT coalesce(sum(t.kept), 0) FROM ticket AS t
    WHERE t.sale = s.id);
CREATE VIEW qa_admission AS
SELECT w.id AS show, lower(hex(a.ticket)) AS ticket, t.code, a.inside, a.entries, a.first_at,
    a.last_at, a.gate, a.till, a.blocked
FROM admission AS a
CROSS JOIN show AS w ON w.no = a.show_no
LEFT JOIN ticket AS t ON t.id = a.ticket;
CREATE VIEW qa_checkin AS
SELECT w.id AS show, lower(hex(c.ticket)) AS ticket, t.code, c.entry,
    CASE c.status WHEN 0 THEN 'IN_PROGRESS'
        WHEN 1 THEN 'WAITING_FOR_PAYMENT' WHEN 2 THEN 'COMPLETED' END AS status,
    c.weight_g, c.fee, c.paid, c.at, c.till
FROM checkin AS c
CROSS JOIN show AS w ON w.no = c.show_no
LEFT JOIN ticket AS t ON t.id = c.ticket;
CREATE VIEW qa_door_invariants (name, detail) AS
SELECT 'bag_of_nobody_who_was_let_in', 'ticket ' || lower(hex(c.ticket))
FROM checkin AS c
WHERE NOT EXISTS (SELECT 1 FROM admission AS a
    WHERE a.ticket = c.ticket AND a.show_no = c.show_no AND a.entries >= c.entry)
UNION ALL
SELECT 'fee_taken_after_its_shift', 'ticket ' || lower(hex(c.ticket))
FROM checkin AS c
CROSS JOIN shift AS s ON s.id = c.shift
WHERE s.closed_at > 0 AND c.at > s.closed_at;
COMMIT;
