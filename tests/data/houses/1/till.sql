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
INSERT INTO migration VALUES(0,'edition 1',X'f7d7aae254d9d59ceeae28b6a39db1e1af42a9c8dd5ac2650012979cfd91b4d0',1795173866343);
INSERT INTO migration VALUES(1,'0001_house',X'b83a0ff73f02fe24f7e79151714463a6e6a2785d024116e171cf5e9c43e43c56',1795173866337);
INSERT INTO migration VALUES(2,'0002_people',X'afe08cfd81b281faff7b9bccf0a0c8c37c6d089f6934d5fd25a999371173af11',1795173866337);
INSERT INTO migration VALUES(3,'0003_hall',X'030f32f12f4d68df0aed1be564ebc373356dbb4a1efb17e8052ac4a2e00b71be',1795173866338);
INSERT INTO migration VALUES(4,'0004_show',X'cad79e34c769cc2db746d2711a6c9fadda156f772fe07f41b930d2f08c9d9b52',1795173866338);
INSERT INTO migration VALUES(5,'0005_hold',X'd7696caacff668f4d5e121bfb2b477a1ed873a0d85709db3c18c397f6d58f832',1795173866338);
INSERT INTO migration VALUES(6,'0006_shift',X'1548b7b8ae0886b221ac32a57e62bdb5f82886703bf78256712044aba54bdcc1',1795173866339);
INSERT INTO migration VALUES(7,'0007_sale',X'0f099640aee0e4a548ce6ea1d90b9ca959acf0fe7359c65d32b7901b301b81e4',1795173866339);
INSERT INTO migration VALUES(8,'0008_voucher',X'3bf8c677b5fa3ff0f1299ea65b8d49875629b77bdd657c83fd7b4840ee0d9649',1795173866339);
INSERT INTO migration VALUES(9,'0009_waiter',X'7bad8865839b67d6792dbd4ed69946906452ca44fde282fe071eafc1443f4f09',1795173866339);
INSERT INTO migration VALUES(10,'0010_log',X'f4ccbf845a827ca667ee0d5e4d000903809b83de29133d4f9e58e5c14be0d5ea',1795173866340);
INSERT INTO migration VALUES(11,'0011_door',X'ad21629fcd733834607e216f6a579c10a659af1c5a85624c410e483ba582f472',1795173866340);
INSERT INTO migration VALUES(12,'0012_journal',X'1bca0b734af08e8b81c804f499314fa45160e35072acf26a72e5da920ac1a9a8',1795173866341);
INSERT INTO migration VALUES(13,'0013_kept',X'676b49a7d7cc7ebddffe319416533649331c1762376007b9785c9acfd8533cb9',1795173866341);
INSERT INTO migration VALUES(14,'0014_packed',X'ed1ecf7413fb8a1b2d7dab36ab6cc996f581117064656454b5e937b7dd81cf7c',1795173866341);
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
INSERT INTO house VALUES(1,'The House','EUR','UTC',1795173865921,1800000,0,25000,750);
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
INSERT INTO staff VALUES('anna',1,0,0,0,'',1,'');
INSERT INTO staff VALUES('gone',1,1,0,0,'',2,'');
INSERT INTO staff VALUES('joe',1,0,0,0,'$argon2id$v=19$m=65536,t=24,p=1$f7TmfBs59q7Eh9XkJXd0YQ$7b8blHTA4YYZkMuQA9WN6oYbd9IEBymZLEgrZyXUqek',1,'');
INSERT INTO staff VALUES('mark',2,0,0,0,'$argon2id$v=19$m=65536,t=24,p=1$J889lJob+d5oqzCwWpYmpg$YgbzQeRwAXux7e20V+hN3KATGIwFZ5bSb3UZrwztHc0',1,'');
INSERT INTO staff VALUES('ruth',3,0,0,0,'',1,'');
INSERT INTO staff VALUES('sam',0,0,0,0,'',1,'');
INSERT INTO staff VALUES('web',4,0,0,0,'',1,'');
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
INSERT INTO show_seat VALUES(1,0,2,3,X'01a1f8b3629f70019ff40108da8ef14f',0,0,0,0);
INSERT INTO show_seat VALUES(1,1,2,3,X'01a1f8b3629f70019ff40108da8ef14f',0,0,0,0);
INSERT INTO show_seat VALUES(1,2,2,3,X'01a1f8b363a57001994e64fd2f323876',0,0,0,0);
INSERT INTO show_seat VALUES(1,3,0,4,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,4,2,3,X'01a1f8b364e57001a62a51d9845a48f2',0,0,0,0);
INSERT INTO show_seat VALUES(1,5,2,3,X'01a1f8b364e57001a62a51d9845a48f2',0,0,0,0);
INSERT INTO show_seat VALUES(1,6,0,4,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,7,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,8,2,3,X'01a1f8b3670170019c43ca655659e362',0,0,0,0);
INSERT INTO show_seat VALUES(1,9,2,3,X'01a1f8b3670170019c43ca655659e362',0,0,0,0);
INSERT INTO show_seat VALUES(1,10,2,3,X'01a1f8b367db7001841c418256384c6f',0,0,0,0);
INSERT INTO show_seat VALUES(1,11,2,3,X'01a1f8b367db7001841c418256384c6f',0,0,0,0);
INSERT INTO show_seat VALUES(1,12,2,3,X'01a1f8b369007001844870ee762679cd',0,0,0,0);
INSERT INTO show_seat VALUES(1,13,2,3,X'01a1f8b369007001844870ee762679cd',0,0,0,0);
INSERT INTO show_seat VALUES(1,14,2,3,X'01a1f8b369ff7001930a7f43181da245',0,0,0,0);
INSERT INTO show_seat VALUES(1,15,2,3,X'01a1f8b369ff7001930a7f43181da245',0,0,0,0);
INSERT INTO show_seat VALUES(1,16,0,4,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,17,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,18,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,19,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,20,2,5,X'01a1f8b3a06e70019bb552711e1c051b',0,0,0,0);
INSERT INTO show_seat VALUES(1,21,2,5,X'01a1f8b3a11e70018bfe6c37a85a0580',0,0,0,0);
INSERT INTO show_seat VALUES(1,22,2,3,X'01a1f8b3aa4a7001a1efc1e226a8bd26',0,0,0,0);
INSERT INTO show_seat VALUES(1,23,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,24,2,4,X'01a1f8b3a5f57001a121b688282219bb',0,0,2,0);
INSERT INTO show_seat VALUES(1,25,2,4,X'01a1f8b3a5f57001a121b688282219bb',0,0,2,0);
INSERT INTO show_seat VALUES(1,26,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,27,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,28,2,3,X'01a1f8b3942670018b35f263256982dd',0,0,0,0);
INSERT INTO show_seat VALUES(1,29,2,3,X'01a1f8b3b0dd700182daf47d1d45bc6c',0,0,0,0);
INSERT INTO show_seat VALUES(1,30,2,3,X'01a1f8b380977001aa22267c3a5a8808',0,0,0,0);
INSERT INTO show_seat VALUES(1,31,2,3,X'01a1f8b380977001aa22267c3a5a8808',0,0,0,0);
INSERT INTO show_seat VALUES(1,32,0,3,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,33,0,3,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,34,2,3,X'01a1f8b381877001aeaa72454e6c487d',0,0,0,0);
INSERT INTO show_seat VALUES(1,35,2,3,X'01a1f8b381877001aeaa72454e6c487d',0,0,0,0);
INSERT INTO show_seat VALUES(1,36,1,2,X'01a1f8b3823170ffa15d0c77d5115df5',2078591400000,0,0,0);
INSERT INTO show_seat VALUES(1,37,1,2,X'01a1f8b3823170ffa15d0c77d5115df5',2078591400000,0,0,0);
INSERT INTO show_seat VALUES(1,38,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,39,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,40,3,2,NULL,0,1,0,0);
INSERT INTO show_seat VALUES(1,41,3,2,NULL,0,1,0,0);
INSERT INTO show_seat VALUES(1,42,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,43,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,44,2,4,X'd6ee313be5e47002858b78c796adc5d0',0,0,0,0);
INSERT INTO show_seat VALUES(1,45,2,4,X'd6ee313be5e47002858b78c796adc5d0',0,0,0,0);
INSERT INTO show_seat VALUES(1,46,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,47,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,48,1,3,X'9aadf6086981700183b17db712ad9b11',1795175682380,0,0,0);
INSERT INTO show_seat VALUES(1,49,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,50,2,3,X'01a1f8b36ab87001975ce7d7e116da94',0,0,0,0);
INSERT INTO show_seat VALUES(1,51,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,52,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,53,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,54,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,55,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,56,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,57,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,58,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(1,59,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,0,2,3,X'01a1f8b36c2f7001adf41d82ddbb5806',0,0,0,0);
INSERT INTO show_seat VALUES(2,1,2,3,X'01a1f8b36c2f7001adf41d82ddbb5806',0,0,0,0);
INSERT INTO show_seat VALUES(2,2,1,2,X'01a1f8b39852700191e4d160fc9188cf',1795174481938,0,0,0);
INSERT INTO show_seat VALUES(2,3,1,2,X'01a1f8b39852700191e4d160fc9188cf',1795174481938,0,0,0);
INSERT INTO show_seat VALUES(2,4,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,5,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,6,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,7,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,8,2,3,X'01a1f8b38f3270028e201649c1a14699',0,0,0,0);
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
INSERT INTO show_seat VALUES(2,20,1,2,X'01a1f8b36d307001af89bc2fa6950760',1795174770896,0,0,0);
INSERT INTO show_seat VALUES(2,21,1,2,X'01a1f8b36d307001af89bc2fa6950760',1795174770896,0,0,0);
INSERT INTO show_seat VALUES(2,22,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,23,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,24,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,25,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,26,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,27,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,28,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,29,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(2,30,1,2,X'01a1f8b3b523700191b6eab42a7dbdc8',1795174789315,0,0,0);
INSERT INTO show_seat VALUES(2,31,1,2,X'01a1f8b3b523700191b6eab42a7dbdc8',1795174789315,0,0,0);
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
INSERT INTO show_seat VALUES(2,58,0,2,NULL,0,0,2,0);
INSERT INTO show_seat VALUES(2,59,0,2,NULL,0,0,2,0);
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
INSERT INTO show_seat VALUES(4,0,2,3,X'01a1f8b36f8d7001a92ecc3475093d04',0,0,0,0);
INSERT INTO show_seat VALUES(4,1,2,3,X'01a1f8b36f8d7001a92ecc3475093d04',0,0,0,0);
INSERT INTO show_seat VALUES(4,2,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,3,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,4,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,5,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,6,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,7,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,8,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,9,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,10,2,3,X'01a1f8b371847001816dd68d4c7d2027',0,0,0,0);
INSERT INTO show_seat VALUES(4,11,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,12,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,13,2,3,X'01a1f8b372f7700180d007fc08cb3c41',0,0,0,0);
INSERT INTO show_seat VALUES(4,14,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,15,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,16,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,17,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,18,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,19,0,1,NULL,0,0,0,0);
INSERT INTO show_seat VALUES(4,20,2,3,X'01a1f8b3bf747001a748bc3c9d989b92',0,0,0,0);
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
INSERT INTO hold VALUES(X'01a1f8b3625570018057bc7a05313977',1,2,0,0,'anna','till-1','',1795173868117,1795175668117,1795181068117,1795173868191,0,X'01a1f8b3629f70019ff40108da8ef14f',2);
INSERT INTO hold VALUES(X'01a1f8b363597001aa7eccfe483aa568',1,2,0,0,'anna','till-1','',1795173868377,1795175668377,1795181068377,1795173868453,0,X'01a1f8b363a57001994e64fd2f323876',2);
INSERT INTO hold VALUES(X'01a1f8b3648f70019644ecc14b0b078d',1,2,0,0,'anna','till-1','',1795173868687,1795175668687,1795181068687,1795173868773,0,X'01a1f8b364e57001a62a51d9845a48f2',2);
INSERT INTO hold VALUES(X'01a1f8b3656b7001a991e4183cf9eb08',1,2,0,0,'anna','till-1','',1795173868907,1795175668907,1795181068907,1795173869012,0,X'01a1f8b365d4700191d9d64268376654',2);
INSERT INTO hold VALUES(X'01a1f8b366ac700198b34dcade8fbea2',1,2,0,0,'anna','till-1','',1795173869228,1795175669228,1795181069228,1795173869313,0,X'01a1f8b3670170019c43ca655659e362',2);
INSERT INTO hold VALUES(X'01a1f8b36782700196805587d15fd204',1,2,0,0,'anna','till-1','',1795173869442,1795175669442,1795181069442,1795173869531,0,X'01a1f8b367db7001841c418256384c6f',2);
INSERT INTO hold VALUES(X'01a1f8b368b47001afd3125b9201563a',1,2,0,0,'anna','till-1','',1795173869748,1795175669748,1795181069748,1795173869824,0,X'01a1f8b369007001844870ee762679cd',2);
INSERT INTO hold VALUES(X'01a1f8b369b67001b23f194e5f9c4664',1,2,0,0,'anna','till-1','',1795173870006,1795175670006,1795181070006,1795173870079,0,X'01a1f8b369ff7001930a7f43181da245',2);
INSERT INTO hold VALUES(X'01a1f8b36a6e700190b9a9adfb5f3eb6',1,2,0,0,'anna','till-1','',1795173870190,1795175670190,1795181070190,1795173870264,0,X'01a1f8b36ab87001975ce7d7e116da94',2);
INSERT INTO hold VALUES(X'01a1f8b36b3170018a5f3d9a1fd0ab13',1,2,0,0,'anna','till-1','',1795173870385,1795175670385,1795181070385,1795173870480,0,X'01a1f8b36ab87001975ce7d7e116da94',2);
INSERT INTO hold VALUES(X'01a1f8b36be27001bb8d39aa718f51a1',2,2,0,0,'anna','till-1','',1795173870562,1795174770562,1795181070562,1795173870639,0,X'01a1f8b36c2f7001adf41d82ddbb5806',2);
INSERT INTO hold VALUES(X'01a1f8b36c9f7001973c2a6f90a7979a',1,4,2,0,'anna','till-1','',1795173870751,1795175670751,1795181070751,1795173870833,0,NULL,2);
INSERT INTO hold VALUES(X'01a1f8b36d307001af89bc2fa6950760',2,0,0,0,'anna','till-1','',1795173870896,1795174770896,1795181070896,0,0,NULL,1);
INSERT INTO hold VALUES(X'01a1f8b36f4470018416d41f0d438fbd',4,2,0,0,'anna','till-1','',1795173871428,1795174771428,1795181071428,1795173871501,0,X'01a1f8b36f8d7001a92ecc3475093d04',2);
INSERT INTO hold VALUES(X'01a1f8b37128700185fdb5012849ee78',4,2,0,0,'anna','till-1','',1795173871912,1795174771912,1795181071912,1795173872004,0,X'01a1f8b371847001816dd68d4c7d2027',2);
INSERT INTO hold VALUES(X'01a1f8b372ac7001b784296f1bb35854',4,2,0,0,'anna','till-1','',1795173872300,1795174772300,1795181072300,1795173872375,0,X'01a1f8b372f7700180d007fc08cb3c41',2);
INSERT INTO hold VALUES(X'01a1f8b38039700183b1cfe9f6960905',1,2,0,0,'anna','till-1','',1795173875769,1795175675769,1795181075769,1795173875863,0,X'01a1f8b380977001aa22267c3a5a8808',2);
INSERT INTO hold VALUES(X'01a1f8b3812a7001801c0af35818375c',1,2,0,0,'anna','till-1','',1795173876010,1795175676010,1795181076010,1795173876103,0,X'01a1f8b381877001aeaa72454e6c487d',2);
INSERT INTO hold VALUES(X'01a1f8b38231708aad2092afbe715157',1,4,5,3,'','','',1795173876273,2078591400000,0,1795173876610,0,NULL,2);
INSERT INTO hold VALUES(X'01a1f8b3823170ffa15d0c77d5115df5',1,0,0,3,'','','',1795173876273,2078591400000,0,0,0,NULL,1);
INSERT INTO hold VALUES(X'01a1f8b38cf77001beeffa4dec650115',2,2,0,3,'joe','till-4','',1795173879041,1795174779041,1795181079041,1795173879612,0,X'01a1f8b38f3270028e201649c1a14699',1);
INSERT INTO hold VALUES(X'01a1f8b393dc7001899e131e130e7f7f',1,2,0,3,'joe','till-2','',1795173880823,1795175680823,1795181080823,1795173880897,0,X'01a1f8b3942670018b35f263256982dd',1);
INSERT INTO hold VALUES(X'01a1f8b39852700191e4d160fc9188cf',2,0,0,4,'web','till-service','flo@example.org',1795173881938,1795174481938,1795181081938,0,0,NULL,1);
INSERT INTO hold VALUES(X'01a1f8b3a028700194044c508fee4207',1,2,0,0,'joe','till-2','',1795173883944,1795175683944,1795181083944,1795173884014,0,X'01a1f8b3a06e70019bb552711e1c051b',2);
INSERT INTO hold VALUES(X'01a1f8b3a0d87001b8b2380b339a18b7',1,2,0,0,'joe','till-2','',1795173884120,1795175684120,1795181084120,1795173884190,0,X'01a1f8b3a11e70018bfe6c37a85a0580',2);
INSERT INTO hold VALUES(X'01a1f8b3a3e67001889b31d2135edd70',1,2,0,0,'joe','till-2','',1795173884902,1795175684902,1795181084902,1795173885429,0,X'01a1f8b3a5f57001a121b688282219bb',2);
INSERT INTO hold VALUES(X'01a1f8b3a8327001b23f789967b02d2a',1,2,0,0,'joe','till-2','',1795173886002,1795175686002,1795181086002,1795173886538,0,X'01a1f8b3aa4a7001a1efc1e226a8bd26',2);
INSERT INTO hold VALUES(X'01a1f8b3aec670018c08a4d31f913485',1,2,0,0,'joe','till-2','',1795173887686,1795175687686,1795181087686,1795173888221,0,X'01a1f8b3b0dd700182daf47d1d45bc6c',2);
INSERT INTO hold VALUES(X'01a1f8b3b523700191b6eab42a7dbdc8',2,0,0,0,'joe','till-2','',1795173889315,1795174789315,1795181089315,0,0,NULL,1);
INSERT INTO hold VALUES(X'01a1f8b3bd5d70019e168b8eece2ddb9',4,2,0,0,'mark','till-2','',1795173891421,1795174791421,1795181091421,1795173891956,0,X'01a1f8b3bf747001a748bc3c9d989b92',2);
INSERT INTO hold VALUES(X'9aadf6086981700183b17db712ad9b11',1,1,0,1,'web','shop','kim@example.org',1795173882380,1795175682380,1795181082380,0,1795174842429,NULL,2);
INSERT INTO hold VALUES(X'cf502bdcca087001932ac8ab5d930d90',1,2,0,1,'web','shop','kim@example.org',1795173882093,1795175682093,1795181082093,1795173882230,1795174842142,X'd6ee313be5e47002858b78c796adc5d0',3);
CREATE TABLE claim (
    hold_id BLOB NOT NULL REFERENCES hold,
    seat_no INTEGER NOT NULL,
    show_no INTEGER NOT NULL,
    live INTEGER NOT NULL CHECK (live IN (0, 1)),
    PRIMARY KEY (hold_id, seat_no),
    FOREIGN KEY (show_no, seat_no) REFERENCES show_seat
) STRICT, WITHOUT ROWID;
INSERT INTO claim VALUES(X'01a1f8b3625570018057bc7a05313977',0,1,0);
INSERT INTO claim VALUES(X'01a1f8b3625570018057bc7a05313977',1,1,0);
INSERT INTO claim VALUES(X'01a1f8b363597001aa7eccfe483aa568',2,1,0);
INSERT INTO claim VALUES(X'01a1f8b363597001aa7eccfe483aa568',3,1,0);
INSERT INTO claim VALUES(X'01a1f8b3648f70019644ecc14b0b078d',4,1,0);
INSERT INTO claim VALUES(X'01a1f8b3648f70019644ecc14b0b078d',5,1,0);
INSERT INTO claim VALUES(X'01a1f8b3656b7001a991e4183cf9eb08',6,1,0);
INSERT INTO claim VALUES(X'01a1f8b366ac700198b34dcade8fbea2',8,1,0);
INSERT INTO claim VALUES(X'01a1f8b366ac700198b34dcade8fbea2',9,1,0);
INSERT INTO claim VALUES(X'01a1f8b36782700196805587d15fd204',10,1,0);
INSERT INTO claim VALUES(X'01a1f8b36782700196805587d15fd204',11,1,0);
INSERT INTO claim VALUES(X'01a1f8b368b47001afd3125b9201563a',12,1,0);
INSERT INTO claim VALUES(X'01a1f8b368b47001afd3125b9201563a',13,1,0);
INSERT INTO claim VALUES(X'01a1f8b369b67001b23f194e5f9c4664',14,1,0);
INSERT INTO claim VALUES(X'01a1f8b369b67001b23f194e5f9c4664',15,1,0);
INSERT INTO claim VALUES(X'01a1f8b36a6e700190b9a9adfb5f3eb6',16,1,0);
INSERT INTO claim VALUES(X'01a1f8b36b3170018a5f3d9a1fd0ab13',50,1,0);
INSERT INTO claim VALUES(X'01a1f8b36be27001bb8d39aa718f51a1',0,2,0);
INSERT INTO claim VALUES(X'01a1f8b36be27001bb8d39aa718f51a1',1,2,0);
INSERT INTO claim VALUES(X'01a1f8b36c9f7001973c2a6f90a7979a',20,1,0);
INSERT INTO claim VALUES(X'01a1f8b36c9f7001973c2a6f90a7979a',21,1,0);
INSERT INTO claim VALUES(X'01a1f8b36d307001af89bc2fa6950760',20,2,1);
INSERT INTO claim VALUES(X'01a1f8b36d307001af89bc2fa6950760',21,2,1);
INSERT INTO claim VALUES(X'01a1f8b36f4470018416d41f0d438fbd',0,4,0);
INSERT INTO claim VALUES(X'01a1f8b36f4470018416d41f0d438fbd',1,4,0);
INSERT INTO claim VALUES(X'01a1f8b37128700185fdb5012849ee78',10,4,0);
INSERT INTO claim VALUES(X'01a1f8b372ac7001b784296f1bb35854',13,4,0);
INSERT INTO claim VALUES(X'01a1f8b38039700183b1cfe9f6960905',30,1,0);
INSERT INTO claim VALUES(X'01a1f8b38039700183b1cfe9f6960905',31,1,0);
INSERT INTO claim VALUES(X'01a1f8b3812a7001801c0af35818375c',34,1,0);
INSERT INTO claim VALUES(X'01a1f8b3812a7001801c0af35818375c',35,1,0);
INSERT INTO claim VALUES(X'01a1f8b38231708aad2092afbe715157',32,1,0);
INSERT INTO claim VALUES(X'01a1f8b38231708aad2092afbe715157',33,1,0);
INSERT INTO claim VALUES(X'01a1f8b3823170ffa15d0c77d5115df5',36,1,1);
INSERT INTO claim VALUES(X'01a1f8b3823170ffa15d0c77d5115df5',37,1,1);
INSERT INTO claim VALUES(X'01a1f8b38cf77001beeffa4dec650115',8,2,0);
INSERT INTO claim VALUES(X'01a1f8b393dc7001899e131e130e7f7f',28,1,0);
INSERT INTO claim VALUES(X'01a1f8b39852700191e4d160fc9188cf',2,2,1);
INSERT INTO claim VALUES(X'01a1f8b39852700191e4d160fc9188cf',3,2,1);
INSERT INTO claim VALUES(X'01a1f8b3a028700194044c508fee4207',20,1,0);
INSERT INTO claim VALUES(X'01a1f8b3a0d87001b8b2380b339a18b7',21,1,0);
INSERT INTO claim VALUES(X'01a1f8b3a3e67001889b31d2135edd70',24,1,0);
INSERT INTO claim VALUES(X'01a1f8b3a3e67001889b31d2135edd70',25,1,0);
INSERT INTO claim VALUES(X'01a1f8b3a8327001b23f789967b02d2a',22,1,0);
INSERT INTO claim VALUES(X'01a1f8b3aec670018c08a4d31f913485',29,1,0);
INSERT INTO claim VALUES(X'01a1f8b3b523700191b6eab42a7dbdc8',30,2,1);
INSERT INTO claim VALUES(X'01a1f8b3b523700191b6eab42a7dbdc8',31,2,1);
INSERT INTO claim VALUES(X'01a1f8b3bd5d70019e168b8eece2ddb9',20,4,0);
INSERT INTO claim VALUES(X'9aadf6086981700183b17db712ad9b11',48,1,1);
INSERT INTO claim VALUES(X'cf502bdcca087001932ac8ab5d930d90',44,1,0);
INSERT INTO claim VALUES(X'cf502bdcca087001932ac8ab5d930d90',45,1,0);
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
INSERT INTO shift VALUES(X'01a1f8b361f37001a022e87a3f79aa5c','till-1','anna',1795173868019,1795173871314,10000,'EUR',37450,21330,4000,20000,21330,4000,'counted',5);
INSERT INTO shift VALUES(X'01a1f8b36f0e70018fc14ed439cbcd30','till-1','anna',1795173871374,0,5000,'EUR',0,0,0,0,0,0,'',1);
INSERT INTO shift VALUES(X'01a1f8b3762f7001ab322a2b2fff2cd7','till-3','joe',1795173873199,0,5000,'EUR',0,0,0,0,0,0,'',2);
INSERT INTO shift VALUES(X'01a1f8b38f32700186e62dfb07457a89','till-4','joe',1795173879612,0,0,'EUR',0,0,0,0,0,0,'',2);
INSERT INTO shift VALUES(X'01a1f8b3930370019e5a080428aaf62c','till-2','joe',1795173880579,0,10000,'EUR',0,0,0,0,0,0,'',3);
INSERT INTO shift VALUES(X'd6ee313be5e47001ae9a706583360dd4','till-service','web',1795173882230,0,0,'EUR',0,0,0,0,0,0,'',1);
CREATE TABLE shift_move (
    shift BLOB NOT NULL REFERENCES shift,
    id BLOB NOT NULL CHECK (length(id) = 16),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (shift, id)
) STRICT, WITHOUT ROWID;
INSERT INTO shift_move VALUES(X'01a1f8b361f37001a022e87a3f79aa5c',X'01a1f8b36e0f700195d883c36c583781',0,2000,'safe',1795173871119);
INSERT INTO shift_move VALUES(X'01a1f8b361f37001a022e87a3f79aa5c',X'01a1f8b36e587001a8292571f8f9d5e0',1,500,'change',1795173871192);
INSERT INTO shift_move VALUES(X'01a1f8b361f37001a022e87a3f79aa5c',X'01a1f8b36e947001aa91e9ae05972023',2,300,'flowers',1795173871252);
INSERT INTO shift_move VALUES(X'01a1f8b3930370019e5a080428aaf62c',X'01a1f8b3b77870019aa4eefda45563e7',0,1000,'safe',1795173889912);
CREATE TABLE customer (
    id BLOB PRIMARY KEY CHECK (length(id) = 16),
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    phone TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO customer VALUES(X'01a1f8b362277001a7eb55311ad278b0','Ada Lovelace','ada@example.org','+44 1',1795173868072,1);
INSERT INTO customer VALUES(X'01a1f8b3b3017001a909b6b8417b8532','Hal Example','hal@example.org','',1795173888769,1);
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
INSERT INTO sale VALUES(X'01a1f8b3629f70019ff40108da8ef14f','B-FET3T6',1,0,X'01a1f8b3625570018057bc7a05313977',NULL,X'01a1f8b361f37001a022e87a3f79aa5c','Ada Lovelace','ada@example.org','EUR',8700,8700,'anna','till-1',1795173868191,1,1795173868191);
INSERT INTO sale VALUES(X'01a1f8b363a57001994e64fd2f323876','B-EE8KM8',1,2,X'01a1f8b363597001aa7eccfe483aa568',NULL,X'01a1f8b361f37001a022e87a3f79aa5c','','','EUR',3930,3930,'anna','till-1',1795173868453,2,1795173868453);
INSERT INTO sale VALUES(X'01a1f8b364e57001a62a51d9845a48f2','B-M2RWQC',1,0,X'01a1f8b3648f70019644ecc14b0b078d',NULL,X'01a1f8b361f37001a022e87a3f79aa5c','','','EUR',8700,8700,'anna','till-1',1795173868773,1,1795173868773);
INSERT INTO sale VALUES(X'01a1f8b365d4700191d9d64268376654','B-5GDGV4',1,3,X'01a1f8b3656b7001a991e4183cf9eb08',NULL,X'01a1f8b361f37001a022e87a3f79aa5c','','','EUR',0,0,'anna','till-1',1795173869012,2,1795173869012);
INSERT INTO sale VALUES(X'01a1f8b3670170019c43ca655659e362','B-YRC7XD',1,1,X'01a1f8b366ac700198b34dcade8fbea2',NULL,X'01a1f8b361f37001a022e87a3f79aa5c','Eve Example','eve@example.org','EUR',8700,0,'anna','till-1',1795173869313,1,0);
INSERT INTO sale VALUES(X'01a1f8b367db7001841c418256384c6f','B-JYRY3V',1,0,X'01a1f8b36782700196805587d15fd204',NULL,X'01a1f8b361f37001a022e87a3f79aa5c','Bob Example','bob@example.org','EUR',8700,8700,'anna','till-1',1795173869531,2,0);
INSERT INTO sale VALUES(X'01a1f8b369007001844870ee762679cd','B-KP44WY',1,0,X'01a1f8b368b47001afd3125b9201563a',NULL,X'01a1f8b361f37001a022e87a3f79aa5c','Cy Example','','EUR',8700,8700,'anna','till-1',1795173869824,2,1795173869939);
INSERT INTO sale VALUES(X'01a1f8b369ff7001930a7f43181da245','B-EMF9PD',1,0,X'01a1f8b369b67001b23f194e5f9c4664',NULL,X'01a1f8b361f37001a022e87a3f79aa5c','Di Example','','EUR',8700,8700,'anna','till-1',1795173870079,1,0);
INSERT INTO sale VALUES(X'01a1f8b36ab87001975ce7d7e116da94','B-YWCQ4Q',1,0,X'01a1f8b36a6e700190b9a9adfb5f3eb6',NULL,X'01a1f8b361f37001a022e87a3f79aa5c','','','EUR',3150,3150,'anna','till-1',1795173870264,2,1795173870264);
INSERT INTO sale VALUES(X'01a1f8b36c2f7001adf41d82ddbb5806','B-9V58Q2',2,0,X'01a1f8b36be27001bb8d39aa718f51a1',NULL,X'01a1f8b361f37001a022e87a3f79aa5c','','','EUR',4000,4000,'anna','till-1',1795173870639,1,1795173870639);
INSERT INTO sale VALUES(X'01a1f8b36f8d7001a92ecc3475093d04','B-74QYM3',4,0,X'01a1f8b36f4470018416d41f0d438fbd',NULL,X'01a1f8b36f0e70018fc14ed439cbcd30','','','EUR',4000,4000,'anna','till-1',1795173871501,1,1795173871501);
INSERT INTO sale VALUES(X'01a1f8b371847001816dd68d4c7d2027','B-P976P5',4,0,X'01a1f8b37128700185fdb5012849ee78',NULL,X'01a1f8b36f0e70018fc14ed439cbcd30','','','EUR',2000,2000,'anna','till-1',1795173872004,1,1795173872004);
INSERT INTO sale VALUES(X'01a1f8b372f7700180d007fc08cb3c41','B-7TKEXY',4,0,X'01a1f8b372ac7001b784296f1bb35854',NULL,X'01a1f8b36f0e70018fc14ed439cbcd30','','','EUR',2000,2000,'anna','till-1',1795173872375,1,1795173872375);
INSERT INTO sale VALUES(X'01a1f8b37b1f7001881d99578b3c5101','B-DMK5A4',1,3,NULL,NULL,X'01a1f8b3762f7001ab322a2b2fff2cd7','','','EUR',0,0,'joe','till-3',1795173874473,2,1795173874473);
INSERT INTO sale VALUES(X'01a1f8b37fcb7001950172263fa843eb','B-3MC9E6',1,0,NULL,NULL,X'01a1f8b3762f7001ab322a2b2fff2cd7','','','EUR',0,8700,'joe','till-3',1795173875669,1,1795173875669);
INSERT INTO sale VALUES(X'01a1f8b380977001aa22267c3a5a8808','B-2646EV',1,0,X'01a1f8b38039700183b1cfe9f6960905',NULL,X'01a1f8b36f0e70018fc14ed439cbcd30','','','EUR',8700,8700,'anna','till-1',1795173875863,1,1795173875863);
INSERT INTO sale VALUES(X'01a1f8b381877001aeaa72454e6c487d','B-RTP85Y',1,0,X'01a1f8b3812a7001801c0af35818375c',NULL,X'01a1f8b36f0e70018fc14ed439cbcd30','','','EUR',8700,8700,'anna','till-1',1795173876103,1,1795173876103);
INSERT INTO sale VALUES(X'01a1f8b38f3270028e201649c1a14699','B-9QVC3F',2,0,X'01a1f8b38cf77001beeffa4dec650115',NULL,X'01a1f8b38f32700186e62dfb07457a89','','','EUR',2000,2000,'joe','till-4',1795173879612,1,1795173879612);
INSERT INTO sale VALUES(X'01a1f8b3942670018b35f263256982dd','B-P298M6',1,0,X'01a1f8b393dc7001899e131e130e7f7f',NULL,X'01a1f8b3930370019e5a080428aaf62c','','','EUR',4350,4350,'joe','till-2',1795173880897,1,1795173880897);
INSERT INTO sale VALUES(X'01a1f8b3a06e70019bb552711e1c051b','B-5Q9T6E',1,0,X'01a1f8b3a028700194044c508fee4207',NULL,X'01a1f8b3930370019e5a080428aaf62c','Jo Example','','EUR',4350,4350,'joe','till-2',1795173884014,2,0);
INSERT INTO sale VALUES(X'01a1f8b3a11e70018bfe6c37a85a0580','B-EYVWCF',1,0,X'01a1f8b3a0d87001b8b2380b339a18b7',NULL,X'01a1f8b3930370019e5a080428aaf62c','','','EUR',4350,4350,'joe','till-2',1795173884190,1,1795173884190);
INSERT INTO sale VALUES(X'01a1f8b3a5f57001a121b688282219bb','B-T6948X',1,0,X'01a1f8b3a3e67001889b31d2135edd70',NULL,X'01a1f8b3930370019e5a080428aaf62c','','','EUR',8700,8700,'joe','till-2',1795173885429,1,1795173885429);
INSERT INTO sale VALUES(X'01a1f8b3aa4a7001a1efc1e226a8bd26','B-5HDK2T',1,0,X'01a1f8b3a8327001b23f789967b02d2a',NULL,X'01a1f8b3930370019e5a080428aaf62c','Guy Example','guy@example.org','EUR',4350,4350,'joe','till-2',1795173886538,1,1795173886538);
INSERT INTO sale VALUES(X'01a1f8b3b0dd700182daf47d1d45bc6c','B-VJJWKG',1,0,X'01a1f8b3aec670018c08a4d31f913485',NULL,X'01a1f8b3930370019e5a080428aaf62c','','','EUR',4350,4350,'joe','till-2',1795173888221,1,1795173888221);
INSERT INTO sale VALUES(X'01a1f8b3bf747001a748bc3c9d989b92','B-HYXXE8',4,0,X'01a1f8b3bd5d70019e168b8eece2ddb9',NULL,X'01a1f8b3930370019e5a080428aaf62c','','','EUR',2000,2000,'mark','till-2',1795173891956,1,1795173891956);
INSERT INTO sale VALUES(X'd6ee313be5e47002858b78c796adc5d0','B-QA65MC',1,0,X'cf502bdcca087001932ac8ab5d930d90',NULL,X'd6ee313be5e47001ae9a706583360dd4','Kim Example','kim@example.org','EUR',8700,8700,'web','till-service',1795173882230,1,0);
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
INSERT INTO ticket VALUES(X'01a1f8b3629f70019ff40108da8ef14f',X'01a1f8b3629f70039b4140c2edb993be','T-VWYE6MNCF5',1,0,0,0,0,1,4200,0,150,359,4350,1,1795173868191,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3629f70019ff40108da8ef14f',X'01a1f8b3629f7004aa36de2e39975208','T-5FVQW32593',1,1,3,0,0,1,4200,0,150,359,4350,2,1795173868191,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3629f70019ff40108da8ef14f',X'01a1f8b3631e7001bf2c2ef6b3eb2697','T-T3M39A4QRV',1,1,0,0,0,2,4200,0,150,359,4350,1,0,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b363a57001994e64fd2f323876',X'01a1f8b363a57003950a4ec35041b28e','T-PFVPVYK4F4',1,2,0,0,0,1,4200,420,150,324,3930,1,1795173868453,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b363a57001994e64fd2f323876',X'01a1f8b363a570048f89041f8b139f5c','T-5TY7VKPJCC',1,3,1,1,0,1,2000,200,150,161,1950,2,1795173868453,'anna','till-1',1795173868601,'anna','till-1',0,0);
INSERT INTO ticket VALUES(X'01a1f8b364e57001a62a51d9845a48f2',X'01a1f8b364e57004a0f2e2b7220a7b1a','T-CMMJ6FXA4R',1,4,0,0,0,1,4200,0,150,359,4350,1,1795173868773,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b364e57001a62a51d9845a48f2',X'01a1f8b364e57005a3020e6f948e514f','T-N6JQK5PVMK',1,5,0,0,0,1,4200,0,150,359,4350,1,1795173868773,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b365d4700191d9d64268376654',X'01a1f8b365d47003862150f6229fbc2d','T-2PT3XD2R62',1,6,1,0,0,1,4200,200,150,343,4150,2,1795173869012,'anna','till-1',1795173869156,'anna','till-1',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3670170019c43ca655659e362',X'01a1f8b367017002a0b583d58ffb68be','T-A98DQNRYG7',1,8,0,0,0,1,4200,0,150,359,4350,1,1795173869313,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3670170019c43ca655659e362',X'01a1f8b367017003b819ea9390579a34','T-NJVX4EJCCT',1,9,0,0,0,1,4200,0,150,359,4350,1,1795173869313,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b367db7001841c418256384c6f',X'01a1f8b367db700299479be904cef1d6','T-M4CQKMGQW6',1,10,0,0,0,1,4200,0,150,359,4350,1,1795173869531,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b367db7001841c418256384c6f',X'01a1f8b367db700397ebbb953d719128','T-FKDKNMTMDX',1,11,0,0,0,1,4200,0,150,359,4350,1,1795173869531,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b369007001844870ee762679cd',X'01a1f8b369007003bc51177b6a6e760d','T-22E2J85NQK',1,12,0,0,0,1,4200,0,150,359,4350,1,1795173869824,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b369007001844870ee762679cd',X'01a1f8b36900700482d2414f599bcdd1','T-VPYC7J9RCF',1,13,0,0,0,1,4200,0,150,359,4350,1,1795173869824,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b369ff7001930a7f43181da245',X'01a1f8b369ff7003818286694f22b907','T-TQ5NGCFXA3',1,14,0,0,0,1,4200,0,150,359,4350,1,1795173870079,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b369ff7001930a7f43181da245',X'01a1f8b369ff7004ae9cbc25180c8cc5','T-3R85YGYTW3',1,15,0,0,0,1,4200,0,150,359,4350,1,1795173870079,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b36ab87001975ce7d7e116da94',X'01a1f8b36ab87003b0f4b9e12baccd27','T-955KN7PNQ7',1,16,2,0,0,1,4200,0,150,359,4350,2,1795173870264,'anna','till-1',1795173870480,'anna','till-1',0,0);
INSERT INTO ticket VALUES(X'01a1f8b36ab87001975ce7d7e116da94',X'01a1f8b36b907002b220879d46955bd9','T-JKR7HRXKA7',1,50,0,0,1,2,3000,0,150,260,3150,1,1795173870480,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b36c2f7001adf41d82ddbb5806',X'01a1f8b36c2f700493f35888ba994d41','T-GNXFWM2QRT',2,0,0,0,0,1,2000,0,0,0,2000,1,1795173870639,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b36c2f7001adf41d82ddbb5806',X'01a1f8b36c2f70058f52f73ba21b40ab','T-WWE2C9RH6G',2,1,0,0,0,1,2000,0,0,0,2000,1,1795173870639,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b36f8d7001a92ecc3475093d04',X'01a1f8b36f8d70038f6092d43159ab89','T-GH8X47QC7C',4,0,0,0,0,1,2000,0,0,0,2000,1,1795173871501,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b36f8d7001a92ecc3475093d04',X'01a1f8b36f8d70048538c5b45a2ea9df','T-XTKWE5DR39',4,1,0,0,0,1,2000,0,0,0,2000,1,1795173871501,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b371847001816dd68d4c7d2027',X'01a1f8b37184700384195d58e477aa12','T-EQCQKKJYW7',4,10,0,0,0,1,2000,0,0,0,2000,1,1795173872004,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b372f7700180d007fc08cb3c41',X'01a1f8b372f77003b8cf6e8b73510120','T-GRK6FVJM8J',4,13,0,0,0,1,2000,0,0,0,2000,1,1795173872375,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b37b1f7001881d99578b3c5101',X'01a1f8b37b1f700396944b9c474f5542','T-3R4WWDAK5P',1,30,2,0,0,1,4200,0,150,359,4350,1,0,'joe','till-3',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b37b1f7001881d99578b3c5101',X'01a1f8b37b1f70049db8545ca1e15bc4','T-K68G6MEF9V',1,31,2,0,0,1,4200,0,150,359,4350,1,0,'joe','till-3',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b37fcb7001950172263fa843eb',X'01a1f8b37fcb7003ad2a2ed6734f9db2','T-24MPM343GP',1,34,2,0,0,1,4200,0,150,359,4350,1,0,'joe','till-3',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b37fcb7001950172263fa843eb',X'01a1f8b37fcb7004b6bee1b7f58b947f','T-MWACM7GGQM',1,35,2,0,0,1,4200,0,150,359,4350,1,0,'joe','till-3',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b380977001aa22267c3a5a8808',X'01a1f8b380977003ba8cfffd87a38a3f','T-HRNFFM673D',1,30,0,0,0,1,4200,0,150,359,4350,1,1795173875863,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b380977001aa22267c3a5a8808',X'01a1f8b380977004917bcfb325b4f6ea','T-34WF2WJP6Q',1,31,0,0,0,1,4200,0,150,359,4350,1,1795173875863,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b381877001aeaa72454e6c487d',X'01a1f8b381877003b960b42aca9e0b2b','T-PNA764WFEA',1,34,0,0,0,1,4200,0,150,359,4350,1,1795173876103,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b381877001aeaa72454e6c487d',X'01a1f8b381877004abb54f54a6bb85d9','T-EYP5KJQWGX',1,35,0,0,0,1,4200,0,150,359,4350,1,1795173876103,'anna','till-1',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b38f3270028e201649c1a14699',X'01a1f8b38f327004a0d5674e520ad9ec','T-34FXDDDCQR',2,8,0,0,0,1,2000,0,0,0,2000,1,1795173879612,'joe','till-4',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3942670018b35f263256982dd',X'01a1f8b394267003a3c1ae77b99a58ce','T-8WAFWMC9EQ',1,28,0,0,0,1,4200,0,150,359,4350,1,1795173880897,'joe','till-2',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3a06e70019bb552711e1c051b',X'01a1f8b3a06e7002a7383bba915c5310','T-2EYJ4M99EG',1,20,0,0,0,1,4200,0,150,359,4350,1,1795173884014,'joe','till-2',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3a11e70018bfe6c37a85a0580',X'01a1f8b3a11e7003a1c539889aec9092','T-RR4PKG7TYE',1,21,3,0,0,1,4200,0,150,359,4350,2,1795173884190,'joe','till-2',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3a11e70018bfe6c37a85a0580',X'01a1f8b3bb647001b595aef35337ab33','T-V2NXMY6HTN',1,21,0,0,0,2,4200,0,150,359,4350,1,0,'joe','till-2',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3a5f57001a121b688282219bb',X'01a1f8b3a5f5700382173f7f4e8a8a3e','T-G4H7PP7FTM',1,24,0,0,0,1,4200,0,150,359,4350,1,1795173885429,'joe','till-2',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3a5f57001a121b688282219bb',X'01a1f8b3a5f570048bacc2e93c793e2e','T-FQ9VVQMRKA',1,25,0,0,0,1,4200,0,150,359,4350,1,1795173885429,'joe','till-2',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3aa4a7001a1efc1e226a8bd26',X'01a1f8b3aa4a70039a02b48326ab629a','T-6AWXV6TJJT',1,22,0,0,0,1,4200,0,150,359,4350,1,1795173886538,'joe','till-2',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3b0dd700182daf47d1d45bc6c',X'01a1f8b3b0dd70049792aeaa265e9879','T-325DDEM944',1,29,0,0,0,1,4200,0,150,359,4350,1,1795173888221,'joe','till-2',0,'','',0,0);
INSERT INTO ticket VALUES(X'01a1f8b3bf747001a748bc3c9d989b92',X'01a1f8b3bf747003816faaec428664a2','T-QQNAJ354N9',4,20,0,0,0,1,2000,0,0,0,2000,1,1795173891956,'mark','till-2',0,'','',0,0);
INSERT INTO ticket VALUES(X'd6ee313be5e47002858b78c796adc5d0',X'd6ee313be5e47004a60b2c8c3af18e90','T-JNPMPHPVJP',1,44,0,0,0,1,4200,0,150,359,4350,1,1795173882230,'web','till-service',0,'','',0,0);
INSERT INTO ticket VALUES(X'd6ee313be5e47002858b78c796adc5d0',X'd6ee313be5e47005ba3fc11bdc2bb632','T-9PGAWJC8M6',1,45,0,0,0,1,4200,0,150,359,4350,1,1795173882230,'web','till-service',0,'','',0,0);
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
INSERT INTO payment VALUES(X'01a1f8b3629f70019ff40108da8ef14f',X'01a1f8b3629f700282e49a991b408f39',X'01a1f8b361f37001a022e87a3f79aa5c',0,8700,10000,'','','',1795173868191,0);
INSERT INTO payment VALUES(X'01a1f8b363a57001994e64fd2f323876',X'01a1f8b363a57002a0be6be72309c79f',X'01a1f8b361f37001a022e87a3f79aa5c',1,5880,0,'4711','','',1795173868453,0);
INSERT INTO payment VALUES(X'01a1f8b363a57001994e64fd2f323876',X'01a1f8b36439700187bd3df11baa17ec',X'01a1f8b361f37001a022e87a3f79aa5c',1,-1950,0,'4711','','ill',1795173868601,0);
INSERT INTO payment VALUES(X'01a1f8b364e57001a62a51d9845a48f2',X'01a1f8b364e57002a78a3707a5ec2e04',X'01a1f8b361f37001a022e87a3f79aa5c',2,3000,0,'','GIFT','',1795173868773,0);
INSERT INTO payment VALUES(X'01a1f8b364e57001a62a51d9845a48f2',X'01a1f8b364e570038bf56a7502b0b832',X'01a1f8b361f37001a022e87a3f79aa5c',0,5700,5700,'','','',1795173868773,0);
INSERT INTO payment VALUES(X'01a1f8b365d4700191d9d64268376654',X'01a1f8b365d4700290cf0cc28d8944c9',X'01a1f8b361f37001a022e87a3f79aa5c',0,4150,4150,'','','',1795173869012,0);
INSERT INTO payment VALUES(X'01a1f8b365d4700191d9d64268376654',X'01a1f8b3666470018854b0b1ee79d2f2',X'01a1f8b361f37001a022e87a3f79aa5c',0,-4150,0,'','','ill',1795173869156,0);
INSERT INTO payment VALUES(X'01a1f8b367db7001841c418256384c6f',X'01a1f8b3686a70018d640302839ae479',X'01a1f8b361f37001a022e87a3f79aa5c',0,8700,8700,'','','',1795173869674,0);
INSERT INTO payment VALUES(X'01a1f8b369007001844870ee762679cd',X'01a1f8b369007002a3cc3f5d05c00925',X'01a1f8b361f37001a022e87a3f79aa5c',1,8700,0,'4712','','',1795173869824,0);
INSERT INTO payment VALUES(X'01a1f8b369ff7001930a7f43181da245',X'01a1f8b369ff70029229aaddd09d59a5',X'01a1f8b361f37001a022e87a3f79aa5c',1,8700,0,'4713','','',1795173870079,0);
INSERT INTO payment VALUES(X'01a1f8b36ab87001975ce7d7e116da94',X'01a1f8b36ab870028e822a55fa854fcb',X'01a1f8b361f37001a022e87a3f79aa5c',0,4350,4350,'','','',1795173870264,0);
INSERT INTO payment VALUES(X'01a1f8b36ab87001975ce7d7e116da94',X'01a1f8b36b90700182fd5791c701e9ab',X'01a1f8b361f37001a022e87a3f79aa5c',0,-1200,0,'','','wish',1795173870480,0);
INSERT INTO payment VALUES(X'01a1f8b36c2f7001adf41d82ddbb5806',X'01a1f8b36c2f70029e42c7f4dfd6592b',X'01a1f8b361f37001a022e87a3f79aa5c',2,1000,0,'','EMPTY','',1795173870639,0);
INSERT INTO payment VALUES(X'01a1f8b36c2f7001adf41d82ddbb5806',X'01a1f8b36c2f70038df104157db0eb5b',X'01a1f8b361f37001a022e87a3f79aa5c',0,3000,3000,'','','',1795173870639,0);
INSERT INTO payment VALUES(X'01a1f8b36f8d7001a92ecc3475093d04',X'01a1f8b36f8d70028b3fd8f96e3db76b',X'01a1f8b36f0e70018fc14ed439cbcd30',0,4000,4000,'','','',1795173871501,0);
INSERT INTO payment VALUES(X'01a1f8b371847001816dd68d4c7d2027',X'01a1f8b371847002b8041810e81dc9ed',X'01a1f8b36f0e70018fc14ed439cbcd30',0,2000,2000,'','','',1795173872004,0);
INSERT INTO payment VALUES(X'01a1f8b372f7700180d007fc08cb3c41',X'01a1f8b372f770028014b505bc99b59b',X'01a1f8b36f0e70018fc14ed439cbcd30',0,2000,2000,'','','',1795173872375,0);
INSERT INTO payment VALUES(X'01a1f8b37b1f7001881d99578b3c5101',X'01a1f8b37b1f7002ab294fd578978ecc',X'01a1f8b3762f7001ab322a2b2fff2cd7',0,8700,8700,'','','',1795173874473,0);
INSERT INTO payment VALUES(X'01a1f8b37b1f7001881d99578b3c5101',X'01a1f8b383827001a6a5130b35a62b21',X'01a1f8b36f0e70018fc14ed439cbcd30',0,-8700,0,'','','asked',1795173876610,0);
INSERT INTO payment VALUES(X'01a1f8b37fcb7001950172263fa843eb',X'01a1f8b37fcb70029477dd9796664407',X'01a1f8b3762f7001ab322a2b2fff2cd7',0,8700,8700,'','','',1795173875669,0);
INSERT INTO payment VALUES(X'01a1f8b380977001aa22267c3a5a8808',X'01a1f8b38097700289fe4840ca8b3790',X'01a1f8b36f0e70018fc14ed439cbcd30',0,8700,8700,'','','',1795173875863,0);
INSERT INTO payment VALUES(X'01a1f8b381877001aeaa72454e6c487d',X'01a1f8b3818770028bae0fe8ebc541e8',X'01a1f8b36f0e70018fc14ed439cbcd30',0,8700,8700,'','','',1795173876103,0);
INSERT INTO payment VALUES(X'01a1f8b38f3270028e201649c1a14699',X'01a1f8b38f32700384247b0e1a6323e7',X'01a1f8b38f32700186e62dfb07457a89',1,2000,0,'4711','','',1795173879612,0);
INSERT INTO payment VALUES(X'01a1f8b3942670018b35f263256982dd',X'01a1f8b394267002bcebf60708c86288',X'01a1f8b3930370019e5a080428aaf62c',1,4350,0,'4712','','',1795173880897,0);
INSERT INTO payment VALUES(X'01a1f8b3a06e70019bb552711e1c051b',X'01a1f8b3accd7001822e3743f27b2027',X'01a1f8b3930370019e5a080428aaf62c',0,4350,4350,'','','',1795173887181,0);
INSERT INTO payment VALUES(X'01a1f8b3a11e70018bfe6c37a85a0580',X'01a1f8b3a11e7002bdeb1b7de8f4d696',X'01a1f8b3930370019e5a080428aaf62c',0,4350,4350,'','','',1795173884190,0);
INSERT INTO payment VALUES(X'01a1f8b3a5f57001a121b688282219bb',X'01a1f8b3a5f570028f642c4004026a66',X'01a1f8b3930370019e5a080428aaf62c',0,8700,8700,'','','',1795173885429,0);
INSERT INTO payment VALUES(X'01a1f8b3aa4a7001a1efc1e226a8bd26',X'01a1f8b3aa4a7002825a4f7ec43698ea',X'01a1f8b3930370019e5a080428aaf62c',1,4350,0,'4713','','',1795173886538,0);
INSERT INTO payment VALUES(X'01a1f8b3b0dd700182daf47d1d45bc6c',X'01a1f8b3b0dd7002ab5208e0c0d16786',X'01a1f8b3930370019e5a080428aaf62c',2,1500,0,'','GIFT','',1795173888221,0);
INSERT INTO payment VALUES(X'01a1f8b3b0dd700182daf47d1d45bc6c',X'01a1f8b3b0dd7003999f936acbb16f48',X'01a1f8b3930370019e5a080428aaf62c',0,2850,2850,'','','',1795173888221,0);
INSERT INTO payment VALUES(X'01a1f8b3bf747001a748bc3c9d989b92',X'01a1f8b3bf747002a7625a2c18be6d09',X'01a1f8b3930370019e5a080428aaf62c',0,2000,2000,'','','',1795173891956,0);
INSERT INTO payment VALUES(X'd6ee313be5e47002858b78c796adc5d0',X'd6ee313be5e47003b4d5e7f0d5b76782',X'd6ee313be5e47001ae9a706583360dd4',1,8700,0,'79e1768f21d837695854d75c85d4245','','',1795173882230,0);
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
INSERT INTO voucher VALUES('GIFT',2,10000,10000,4500,2000,0,2,0,0,0,0,NULL,0,4);
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
INSERT INTO voucher_loan VALUES('GIFT',X'01a1f8b35ae571c3b5a682d65beb9653','till-2',500,0,1);
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
INSERT INTO waitlist VALUES(X'01a1f8b36dd1700189dd3cc831267599',2,1,'Flo Example','flo@example.org','',2,-1,'',0,0,0,1795173871057,X'01a1f8b39852700191e4d160fc9188cf','W-8HDF9F','till-1',2);
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
INSERT INTO event VALUES(1,1795173881221,11,'joe','till-2','',1,0,-1,0,0,0,X'01a1f8b3930370019e5a080428aaf62c',0,'','float 100.00 EUR',X'01a1f8b3930371979c1f2658eddf3249','','',0);
INSERT INTO event VALUES(2,1795173881221,0,'joe','till-2','',1,1,28,2,0,1,X'01a1f8b393dc7001899e131e130e7f7f',0,'','',X'01a1f8b393dc7201aa0f6f4b962f8c94','','',0);
INSERT INTO event VALUES(3,1795173881222,2,'joe','till-2','',1,1,28,3,1,2,X'01a1f8b3942670018b35f263256982dd',426,'','',X'01a1f8b3942671cb881003536a66d68e','','',0);
INSERT INTO event VALUES(4,1795173884302,0,'joe','till-2','',1,1,20,4,0,1,X'01a1f8b3a028700194044c508fee4207',0,'','',X'01a1f8b3a0287054a4efdb3d114bdd3a','','',0);
INSERT INTO event VALUES(5,1795173884302,2,'joe','till-2','',1,1,20,5,1,2,X'01a1f8b3a06e70019bb552711e1c051b',358,'','',X'01a1f8b3a06e70939730f8239c8502c7','','',0);
INSERT INTO event VALUES(6,1795173884303,0,'joe','till-2','',1,1,21,4,0,1,X'01a1f8b3a0d87001b8b2380b339a18b7',0,'','',X'01a1f8b3a0d870e8b3380e16d8676efa','','',0);
INSERT INTO event VALUES(7,1795173884303,2,'joe','till-2','',1,1,21,5,1,2,X'01a1f8b3a11e70018bfe6c37a85a0580',183,'','',X'01a1f8b3a11e7379b2fd7bfef5c35a3f','','',0);
INSERT INTO event VALUES(8,1795173884903,0,'joe','till-2','',1,1,24,3,0,1,X'01a1f8b3a3e67001889b31d2135edd70',0,'','',X'01a1f8b3a3e6735684c55a04528eedc7','','',0);
INSERT INTO event VALUES(9,1795173884903,0,'joe','till-2','',1,1,25,3,0,1,X'01a1f8b3a3e67001889b31d2135edd70',0,'','',X'01a1f8b3a3e6735684c55a04528eedc7','','',0);
INSERT INTO event VALUES(10,1795173885430,2,'joe','till-2','',1,1,24,4,1,2,X'01a1f8b3a5f57001a121b688282219bb',528,'','',X'01a1f8b3a5f573d1b01975e83ce9ff7d','','',0);
INSERT INTO event VALUES(11,1795173885430,2,'joe','till-2','',1,1,25,4,1,2,X'01a1f8b3a5f57001a121b688282219bb',528,'','',X'01a1f8b3a5f573d1b01975e83ce9ff7d','','',0);
INSERT INTO event VALUES(12,1795173886002,0,'joe','till-2','',1,1,22,2,0,1,X'01a1f8b3a8327001b23f789967b02d2a',0,'','',X'01a1f8b3a83272809767785cc5ac4823','','',0);
INSERT INTO event VALUES(13,1795173886539,2,'joe','till-2','',1,1,22,3,1,2,X'01a1f8b3aa4a7001a1efc1e226a8bd26',537,'','',X'01a1f8b3aa4a70f39b7c51fa81c7306f','','',0);
INSERT INTO event VALUES(14,1795173887182,24,'joe','till-2','',1,1,-1,0,0,0,X'01a1f8b3a06e70019bb552711e1c051b',0,'','43.50 EUR paid for B-5Q9T6E',X'01a1f8b3accd70058f65dbc5db2cbd09','','',0);
INSERT INTO event VALUES(15,1795173887687,0,'joe','till-2','',1,1,29,2,0,1,X'01a1f8b3aec670018c08a4d31f913485',0,'','',X'01a1f8b3aec673568ea8407910c6f29b','','',0);
INSERT INTO event VALUES(16,1795173888222,2,'joe','till-2','',1,1,29,3,1,2,X'01a1f8b3b0dd700182daf47d1d45bc6c',536,'','',X'01a1f8b3b0dd7101bfc7cecb14d0fd37','','',0);
INSERT INTO event VALUES(17,1795173888769,18,'joe','till-2','',1,0,-1,0,0,0,X'01a1f8b3b3017001a909b6b8417b8532',0,'','added',X'01a1f8b3b30173b8aa9ae98d632d0d44','','',0);
INSERT INTO event VALUES(18,1795173889315,0,'joe','till-2','',1,2,30,2,0,1,X'01a1f8b3b523700191b6eab42a7dbdc8',0,'','',X'01a1f8b3b5237168a4d69bc28956ba5a','','',0);
INSERT INTO event VALUES(19,1795173889315,0,'joe','till-2','',1,2,31,2,0,1,X'01a1f8b3b523700191b6eab42a7dbdc8',0,'','',X'01a1f8b3b5237168a4d69bc28956ba5a','','',0);
INSERT INTO event VALUES(20,1795173889912,12,'joe','till-2','',1,0,-1,0,0,0,X'01a1f8b3930370019e5a080428aaf62c',0,'safe','drop 10.00 EUR',X'01a1f8b3b7787292945cd323edd432ba','','',0);
INSERT INTO event VALUES(21,1795173890917,23,'mark','till-2','',2,1,-1,0,0,0,X'01a1f8b3a11e70018bfe6c37a85a0580',0,'lost','Stalls-C-2: T-V2NXMY6HTN replaces T-RR4PKG7TYE',X'01a1f8b3bb64731fa063b61598abfb8a','','',0);
INSERT INTO event VALUES(22,1795173891421,0,'mark','till-2','',2,4,20,2,0,1,X'01a1f8b3bd5d70019e168b8eece2ddb9',0,'','',X'01a1f8b3bd5d711ea9955b57c164a401','','',0);
INSERT INTO event VALUES(23,1795173891956,2,'mark','till-2','',2,4,20,3,1,2,X'01a1f8b3bf747001a748bc3c9d989b92',535,'','',X'01a1f8b3bf74707db625bc1c2b16e82b','','',0);
INSERT INTO event VALUES(24,1795173893031,26,'mark','till-2','',2,4,-1,0,0,0,X'01a1f8b3bf747003816faaec428664a2',0,'','ADMIT Stalls-C-1',X'01a1f8b3c3a7720db8cfeb52b3828b62','','',0);
INSERT INTO event VALUES(25,1795173893535,35,'mark','till-2','',2,4,-1,0,0,0,X'01a1f8b3bf747003816faaec428664a2',0,'','WAITING_FOR_PAYMENT 27.0 kg, fee 750',X'01a1f8b3c59f737ab49460fc9f3fd572','','',0);
INSERT INTO event VALUES(26,1795173894060,36,'mark','till-2','',2,4,-1,0,0,0,X'01a1f8b3bf747003816faaec428664a2',0,'','COMPLETED 27.0 kg, fee 750',X'01a1f8b3c7ac7165ba6300a7753f2684','','',0);
CREATE TABLE seal (
    block INTEGER PRIMARY KEY CHECK (block > 0),
    first_event INTEGER NOT NULL,
    last_event INTEGER NOT NULL CHECK (last_event >= first_event),
    at INTEGER NOT NULL,
    previous BLOB NOT NULL CHECK (length(previous) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE TABLE receipt (
    key BLOB PRIMARY KEY CHECK (length(key) = 16),
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 32),
    act INTEGER NOT NULL,
    at INTEGER NOT NULL,
    last_event INTEGER NOT NULL,
    answer TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO receipt VALUES(X'01a1f8b3930371979c1f2658eddf3249',X'328e7e2578afe1b3b10cc37146caf43c0c39cf64cdf477ef86b7d0a21afb87fc',11,1795173881221,1,replace('shift=01a1f8b3-9303-7001-9e5a-080428aaf62c\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b393dc7201aa0f6f4b962f8c94',X'239983254484d7bc384d16d3a7fe97e861c451315a9ac68a5add57eae0a5ca28',0,1795173881221,2,replace('hold=01a1f8b3-93dc-7001-899e-131e130e7f7f\nstatus=active\nexpires=1795175680796\nseat=Stalls-C-9\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3942671cb881003536a66d68e',X'9e5ecb9015e26f0c745e6bd0f5a477ffa68033fee55ee8c790f562e9ff5c2bfc',2,1795173881222,3,replace('sale=01a1f8b3-9426-7001-8b35-f263256982dd\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3a0287054a4efdb3d114bdd3a',X'40f410789fae8613d644a0d102c4c09399437cb1fe6adc440dcff537c63c2204',0,1795173884302,4,replace('hold=01a1f8b3-a028-7001-9404-4c508fee4207\nstatus=active\nexpires=1795175683944\nseat=Stalls-C-1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3a06e70939730f8239c8502c7',X'5ecf444a0f98d0cc09abbfa5772f0d4cafd41bd078f007616536289ea132abbf',2,1795173884302,5,replace('sale=01a1f8b3-a06e-7001-9bb5-52711e1c051b\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3a0d870e8b3380e16d8676efa',X'117a8d5b019fdbcc95cb916cc21c745558cb4cfb3bfcb5b85c43d44e668a0128',0,1795173884303,6,replace('hold=01a1f8b3-a0d8-7001-b8b2-380b339a18b7\nstatus=active\nexpires=1795175684120\nseat=Stalls-C-2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3a11e7379b2fd7bfef5c35a3f',X'90b9087f1e538f517937dfc0d376dc41b041bdd2d93208911d239c19a2353c1e',2,1795173884303,7,replace('sale=01a1f8b3-a11e-7001-8bfe-6c37a85a0580\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3a3e6735684c55a04528eedc7',X'130284e1b8d4d8c98f50450009172e766622506c54db3807b039ef410c4eee35',0,1795173884903,9,replace('hold=01a1f8b3-a3e6-7001-889b-31d2135edd70\nstatus=active\nexpires=1795175684902\nseat=Stalls-C-5\nseat=Stalls-C-6\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3a5f573d1b01975e83ce9ff7d',X'3ecf791e0ff463a4cf1c3b58d1e67b171bffb92c7b7dd25db642d5858242a445',2,1795173885430,11,replace('sale=01a1f8b3-a5f5-7001-a121-b688282219bb\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3a83272809767785cc5ac4823',X'b60be2c85cf89b106d3421a241c154ddad30c187552e54fb3749201596c7a72c',0,1795173886002,12,replace('hold=01a1f8b3-a832-7001-b23f-789967b02d2a\nstatus=active\nexpires=1795175686002\nseat=Stalls-C-3\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3aa4a70f39b7c51fa81c7306f',X'3ad11a0bc9e85fa3daed2442384f81a82b96f1b245a989628762daa117d4270b',2,1795173886539,13,replace('sale=01a1f8b3-aa4a-7001-a1ef-c1e226a8bd26\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3accd70058f65dbc5db2cbd09',X'60a99413d1db37faa82b865551a47fb3d6b2a4747818437bb28f248c9aa407ea',24,1795173887182,14,replace('sale=01a1f8b3-a06e-7001-9bb5-52711e1c051b\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3aec673568ea8407910c6f29b',X'126ff681381b51e329997158e16dbb39d71164feb2b5681e2bc956cfe5c0faa6',0,1795173887687,15,replace('hold=01a1f8b3-aec6-7001-8c08-a4d31f913485\nstatus=active\nexpires=1795175687686\nseat=Stalls-C-10\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3b0dd7101bfc7cecb14d0fd37',X'a163b7abf399b99a7daf6b3451bbe65828a8a97fd0b819acd516ec93abd82a5d',2,1795173888222,16,replace('sale=01a1f8b3-b0dd-7001-82da-f47d1d45bc6c\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3b30173b8aa9ae98d632d0d44',X'172fa321c337916427cf09c35d7b0866d9b79700ee8070eb567ce227a2ff660d',18,1795173888769,17,replace('customer=01a1f8b3-b301-7001-a909-b6b8417b8532\ncustomer_since=1795173888769\ncustomer_version=1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3b5237168a4d69bc28956ba5a',X'1a4f4d408896a3ddcf810cb35bc972f0694ec9d4be84bb55d32748ea09070fdf',0,1795173889315,19,replace('hold=01a1f8b3-b523-7001-91b6-eab42a7dbdc8\nstatus=active\nexpires=1795174789315\nseat=Stalls-D-1\nseat=Stalls-D-2\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3b7787292945cd323edd432ba',X'a0ae35912164fb4c11722b49d918e58cb2f32ec8d366cd273e528615bf4ba813',12,1795173889912,20,replace('shift=01a1f8b3-9303-7001-9e5a-080428aaf62c\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3bb64731fa063b61598abfb8a',X'ba3fe83eca114b903a732eef30ba67b1dbc7df6d205a5ac4e6c65cdc521dadb7',23,1795173890917,21,replace('sale=01a1f8b3-a11e-7001-8bfe-6c37a85a0580\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3bd5d711ea9955b57c164a401',X'c120e59699b1466c760f05de16e1d6a7eea1ea3a3bb3ea350a635a88b13ec120',0,1795173891421,22,replace('hold=01a1f8b3-bd5d-7001-9e16-8b8eece2ddb9\nstatus=active\nexpires=1795174791421\nseat=Stalls-C-1\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3bf74707db625bc1c2b16e82b',X'd2b46332cd746a755830afd1449a880352f24d14cb59afb76633c7be04307d51',2,1795173891956,23,replace('sale=01a1f8b3-bf74-7001-a748-bc3c9d989b92\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3c3a7720db8cfeb52b3828b62',X'9d2ded1496333d4b11d488ddbab67b2f00ebd28a06a65c2c897d36f102adcc48',26,1795173893031,24,replace('scanned=01a1f8b3-bf74-7003-816f-aaec428664a2\ndoor=ADMIT\ndoor_was=ADMIT\ndoor_at=1795173893031\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3c59f737ab49460fc9f3fd572',X'63cf3de8c0f634a3aed28f38b048b045dfba43858eddac7681f198ba282c56b0',35,1795173893535,25,replace('checkin=01a1f8b3-bf74-7003-816f-aaec428664a2\ncheckin_status=WAITING_FOR_PAYMENT\ncheckin_weight=27000\ncheckin_fee=750\n','\n',char(10)));
INSERT INTO receipt VALUES(X'01a1f8b3c7ac7165ba6300a7753f2684',X'874053e752955c6eb23541d21d7df74eab573b3430fbf42096e76e79f3d36c9e',36,1795173894060,26,replace('checkin=01a1f8b3-bf74-7003-816f-aaec428664a2\ncheckin_status=COMPLETED\ncheckin_weight=27000\ncheckin_fee=750\n','\n',char(10)));
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
INSERT INTO ticket_key VALUES(1,0,373124493,X'55582757d32e6f14e6f6160c317c1c83cc9d2ae3e46a1aef44306aa27009689a','till-2',NULL,0,'',1795173866389,0,1);
INSERT INTO ticket_key VALUES(2,0,373124493,X'18ab2c4da8510e79c8d835ebbd8a7485c06bb7e802584dab97d8cd2f9649d1a0','till-3',NULL,0,'',1795173866596,0,1);
INSERT INTO ticket_key VALUES(3,0,373124493,X'351cd0b4c11cd795bbf4dec4cd9b09618129c97b72a64b2a2c53a30c155e3ad3','till-4',NULL,0,'',1795173866805,0,1);
INSERT INTO ticket_key VALUES(4,0,373124493,X'e6f6699f9370e52c857e10b0a09d7e27466d3bd62223114c682f10f9cd8788a0','till-1',NULL,0,'',1795173867072,0,1);
INSERT INTO ticket_key VALUES(5,0,373124493,X'b649a722cc2e1cca75c16b6c68be982011a33ffc61dade27a9e22fed5a6ac16a','till-service',NULL,0,'',1795173881763,0,1);
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
INSERT INTO admission VALUES(X'01a1f8b36f8d70038f6092d43159ab89',4,1,1,1795173871652,1795173871652,0,'till-1',0,1);
INSERT INTO admission VALUES(X'01a1f8b37184700384195d58e477aa12',4,1,1,1795173872189,1795173872189,0,'till-1',0,1);
INSERT INTO admission VALUES(X'01a1f8b372f77003b8cf6e8b73510120',4,0,0,0,0,0,'',1,1);
INSERT INTO admission VALUES(X'01a1f8b3bf747003816faaec428664a2',4,1,1,1795173893031,1795173893031,0,'till-2',0,1);
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
INSERT INTO scan VALUES(X'01a1f8b370247001b77851545cdabfa5',1795173871652,4,0,0,0,0,X'01a1f8b36f8d70038f6092d43159ab89','Stalls-A-1','till-1','anna','','');
INSERT INTO scan VALUES(X'01a1f8b37057700196d2c840d1787e97',1795173871703,4,0,22,0,0,X'01a1f8b36f8d70038f6092d43159ab89','Stalls-A-1','till-1','anna','','');
INSERT INTO scan VALUES(X'01a1f8b37086700183f1dd44df971084',1795173871750,4,0,6,0,0,NULL,'','till-1','anna','','');
INSERT INTO scan VALUES(X'01a1f8b3723d70019e3377640811500c',1795173872189,4,0,0,0,0,X'01a1f8b37184700384195d58e477aa12','Stalls-B-1','till-1','anna','','');
INSERT INTO scan VALUES(X'01a1f8b3c3a77001a0f9653d829e73e3',1795173893031,4,0,0,0,0,X'01a1f8b3bf747003816faaec428664a2','Stalls-C-1','till-2','mark','','');
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
INSERT INTO checkin VALUES(X'01a1f8b36f8d70038f6092d43159ab89',1,4,2,28000,750,1795173871864,'till-1',0,750,750,'','',X'01a1f8b36f0e70018fc14ed439cbcd30',2,0);
INSERT INTO checkin VALUES(X'01a1f8b37184700384195d58e477aa12',1,4,1,27000,750,1795173872246,'till-1',0,0,0,'','',NULL,1,0);
INSERT INTO checkin VALUES(X'01a1f8b3bf747003816faaec428664a2',1,4,2,27000,750,1795173894060,'till-2',0,750,750,'','',X'01a1f8b3930370019e5a080428aaf62c',2,0);
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
INSERT INTO entry VALUES(1,1,X'01a1f8b393dc7201aa0f6f4b962f8c94',0,0,1795173881221,X'dd7127a839ff990017e25f2e88af293ffc447ff38fc43c4488915e3c0bb9806f',X'e9cbf5d086c9f2148bec4690fc3e772888d239922551bf872cc32c8ab048578283aabc348aea4d0715a5dda17db021ae2b82865d3efa92e3b43524c14fd4e80e',X'01000001a1f8b393dc7201aa0f6f4b962f8c94239983254484d7bc384d16d3a7fe97e861c451315a9ac68a5add57eae0a5ca280000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d1d20000001a1f8b395850001000000010000001c000000010000000000000000000000020000010001a1f8b393dc7001899e131e130e7f7f00000000000000000000000000000000000001a1f8cf0b1c000000c00100b8cf9c8bbf68066a6f650c74696c6c2d3202000000bc01686f6c643d30316131663862332d393364632d373030312d383939652d3133316531333065376637660a7374617475733d6163746976650a657870697265733d313739353137353638303739360a736561743d5374616c6c732d432d390a02021e0201a1f8b393dc7001899e131e130e7f7f0002000000066a6f650c74696c6c2d3200b8cf9c8bbf68b8acf88cbf68b8c38b92bf68000000000000000000000000000000000000');
INSERT INTO entry VALUES(2,1,X'01a1f8b3942671cb881003536a66d68e',0,0,1795173881222,X'e6a28c6f1615232782d8cb9ba8452fc090b766b3fa360a9f85ea0292ae67e275',X'26deba262282a74921599b92ab29af861e8d11d6c6abd49dd18e832d6bf47040043990bede5bba74442c2563d23105230d723cb07f490560ec278a4642ff2107',X'01000001a1f8b3942671cb881003536a66d68e9e5ecb9015e26f0c745e6bd0f5a477ffa68033fee55ee8c790f562e9ff5c2bfc0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d1d21000001a1f8b395860001000000010000001c000000000000000000000001000000020201020001a1f8b3942670018b35f263256982dd01a1f8b393dc7001899e131e130e7f7f00000000000000000000019b0104ccd09c8bbf68066a6f650c74696c6c2d32020000005473616c653d30316131663862332d393432362d373030312d386233352d6632363332353639383264640a08021e0201a1f8b393dc7001899e131e130e7f7f0202040000066a6f650c74696c6c2d3200b8cf9c8bbf68b8acf88cbf68b8c38b92bf68ccd09c8bbf680001a1f8b3942670018b35f263256982dd04220201a1f8b3942670018b35f263256982dd0010422d503239384d36020001a1f8b393dc7001899e131e130e7f7f0000000000000000000000000000000001a1f8b3930370019e5a080428aaf62c000006455552fc43fc43066a6f650c74696c6c2d32ccd09c8bbf68ccd09c8bbf68062e0201a1f8b3942670018b35f263256982dd01a1f8b394267003a3c1ae77b99a58ce0018542d38574146574d43394551023800000002d04100ac02ce05fc43ccd09c8bbf68066a6f650c74696c6c2d32000000000008160201a1f8b3942670018b35f263256982dd01a1f8b394267002bcebf60708c8628801a1f8b3930370019e5a080428aaf62c02fc430008343731320000ccd09c8bbf6800');
INSERT INTO entry VALUES(3,1,X'01a1f8b3a3e6735684c55a04528eedc7',0,0,1795173884903,X'b69fa6a0cb64774ad78de8c1701257447002a146e0a5bacec0f51b690c4cd581',X'78019bfd65d5024fea4a88a8410451f364047543a452f4963f12248b21a9b8c8bb0a3ebbb1eda3b543cb795310e835ace120682914fcace518f1df6b420f1c04',X'01000001a1f8b3a3e6735684c55a04528eedc7130284e1b8d4d8c98f50450009172e766622506c54db3807b039ef410c4eee350000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d2b82000001a1f8b3a3e700020000000100000018000000020000000000000000000000020000010001a1f8b3a3e67001889b31d2135edd7000000000000000000000000000000000000001a1f8cf1b260000000100000019000000020000000000000000000000020000010001a1f8b3a3e67001889b31d2135edd7000000000000000000000000000000000000001a1f8cf1b26000000d00100cc8f9d8bbf68066a6f650c74696c6c2d3202000000dc01686f6c643d30316131663862332d613365362d373030312d383839622d3331643231333565646437300a7374617475733d6163746976650a657870697265733d313739353137353638343930320a736561743d5374616c6c732d432d350a736561743d5374616c6c732d432d360a02021e0201a1f8b3a3e67001889b31d2135edd700002000000066a6f650c74696c6c2d3200cc8f9d8bbf68ccecf88cbf68cc838c92bf68000000000000000000000000000000000000');
INSERT INTO entry VALUES(4,1,X'01a1f8b3a5f573d1b01975e83ce9ff7d',0,1,1795173885430,X'd7f074dcede44f28cdae0ede3d79bf9393d72ba0828062a65efabf67fed49f4c',X'12cfa5bad888ca8a202e290fb4c23aa8c9139f9afe5c0fc3db17d870a4c8ed1778b4f539fd2dea26843487cd0e52e07c3f4ffaa6814fd0681bc8c438f927b60a',X'01000101a1f8b3a5f573d1b01975e83ce9ff7d3ecf791e0ff463a4cf1c3b58d1e67b171bffb92c7b7dd25db642d5858242a4450000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d2d91000001a1f8b3a5f600020000000100000018000000000000000000000003000000020201020001a1f8b3a5f57001a121b688282219bb01a1f8b3a3e67001889b31d2135edd7000000000000000000000000100000019000000000000000000000003000000020201020001a1f8b3a5f57001a121b688282219bb01a1f8b3a3e67001889b31d2135edd700000000000000000000001ef0104ea979d8bbf68066a6f650c74696c6c2d32020000005473616c653d30316131663862332d613566352d373030312d613132312d6236383832383232313962620a08021e0201a1f8b3a3e67001889b31d2135edd700202040000066a6f650c74696c6c2d3200cc8f9d8bbf68ccecf88cbf68cc838c92bf68ea979d8bbf680001a1f8b3a5f57001a121b688282219bb04220201a1f8b3a5f57001a121b688282219bb0010422d543639343858020001a1f8b3a3e67001889b31d2135edd700000000000000000000000000000000001a1f8b3930370019e5a080428aaf62c000006455552f88701f88701066a6f650c74696c6c2d32ea979d8bbf68ea979d8bbf68062e0401a1f8b3a5f57001a121b688282219bb01a1f8b3a5f5700382173f7f4e8a8a3e0018542d4734483750503746544d023000000002d04100ac02ce05fc43ea979d8bbf68066a6f650c74696c6c2d32000000000001a1f8b3a5f57001a121b688282219bb01a1f8b3a5f570048bacc2e93c793e2e0018542d4651395656514d524b41023200000002d04100ac02ce05fc43ea979d8bbf68066a6f650c74696c6c2d32000000000008160201a1f8b3a5f57001a121b688282219bb01a1f8b3a5f570028f642c4004026a6601a1f8b3930370019e5a080428aaf62c00f88701f88701000000ea979d8bbf6800');
INSERT INTO entry VALUES(5,1,X'01a1f8b3a83272809767785cc5ac4823',0,0,1795173886002,X'174f2236023f741f070a72c0ca5f42b73078bc4ffe2b7650346acc0c5c377c18',X'b781417cc0ce74294069ab98168cb116bb3e9268432253758a86c04c901553fa061fe4b0cb76ce5a225afbbacefe97159112890f30098cbf806c89e6355b630a',X'01000001a1f8b3a83272809767785cc5ac4823b60be2c85cf89b106d3421a241c154ddad30c187552e54fb3749201596c7a72c0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d2fcd000001a1f8b3a83200010000000100000016000000010000000000000000000000020000010001a1f8b3a8327001b23f789967b02d2a00000000000000000000000000000000000001a1f8cf1f72000000c00100e4a09d8bbf68066a6f650c74696c6c2d3202000000bc01686f6c643d30316131663862332d613833322d373030312d623233662d3738393936376230326432610a7374617475733d6163746976650a657870697265733d313739353137353638363030320a736561743d5374616c6c732d432d330a02021e0201a1f8b3a8327001b23f789967b02d2a0002000000066a6f650c74696c6c2d3200e4a09d8bbf68e4fdf88cbf68e4948c92bf68000000000000000000000000000000000000');
INSERT INTO entry VALUES(6,1,X'01a1f8b3aa4a70f39b7c51fa81c7306f',0,0,1795173886539,X'038d1e6c20354af69f78c4533bdb33a64a3c2ca2a421678ec3ea9f2e8458d708',X'40a91981014f98c9965f397b44ff31ec000724de63f098cc7b0c8d290a55dafb461b6bff804dbd80a2570ad9c471c0bbc1d163495372aaef584f133ee20afc01',X'01000001a1f8b3aa4a70f39b7c51fa81c7306f3ad11a0bc9e85fa3daed2442384f81a82b96f1b245a989628762daa117d4270b0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d31e6000001a1f8b3aa4b00010000000100000016000000000000000000000005000000020201020001a1f8b3aa4a7001a1efc1e226a8bd2601a1f8b3a8327001b23f789967b02d2a0000000000000000000001b5010494a99d8bbf68066a6f650c74696c6c2d32020000005473616c653d30316131663862332d616134612d373030312d613165662d6331653232366138626432360a08021e0201a1f8b3a8327001b23f789967b02d2a0202040000066a6f650c74696c6c2d3200e4a09d8bbf68e4fdf88cbf68e4948c92bf6894a99d8bbf680001a1f8b3aa4a7001a1efc1e226a8bd2604220201a1f8b3aa4a7001a1efc1e226a8bd260010422d3548444b3254020001a1f8b3a8327001b23f789967b02d2a0000000000000000000000000000000001a1f8b3930370019e5a080428aaf62c16477579204578616d706c651e677579406578616d706c652e6f726706455552fc43fc43066a6f650c74696c6c2d3294a99d8bbf6894a99d8bbf68062e0201a1f8b3aa4a7001a1efc1e226a8bd2601a1f8b3aa4a70039a02b48326ab629a0018542d364157585636544a4a54022c00000002d04100ac02ce05fc4394a99d8bbf68066a6f650c74696c6c2d32000000000008160201a1f8b3aa4a7001a1efc1e226a8bd2601a1f8b3aa4a7002825a4f7ec43698ea01a1f8b3930370019e5a080428aaf62c02fc43000834373133000094a99d8bbf6800');
INSERT INTO entry VALUES(7,1,X'01a1f8b3accd70058f65dbc5db2cbd09',0,0,1795173887182,X'963833b6a09d8025624b80d0ca5b3151f2433b1617adb21b77c5c959848b9593',X'07786a33e81626c93a1bb1b13130c9a11003a0ba50c3abaccd5ee98d8b81b93050dbf72b012a93c7bccd8b24227824f67ba1745bdcaa5adcdf56ffbdc642d20f',X'01000001a1f8b3accd70058f65dbc5db2cbd0960a99413d1db37faa82b865551a47fb3d6b2a4747818437bb28f248c9aa407ea0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d3469000001a1f8b3acce00000000012b01309ab39d8bbf68066a6f650c74696c6c2d32020000005473616c653d30316131663862332d613036652d373030312d396262352d3532373131653163303531620a0604220201a1f8b3a06e70019bb552711e1c051b0210422d355139543645020001a1f8b3a028700194044c508fee42070000000000000000000000000000000001a1f8b3930370019e5a080428aaf62c144a6f204578616d706c650006455552fc43fc43066a6f650c74696c6c2d32dc819d8bbf680008160201a1f8b3a06e70019bb552711e1c051b01a1f8b3accd7001822e3743f27b202701a1f8b3930370019e5a080428aaf62c00fc43fc430000009ab39d8bbf6800180802300201a1f8b3a06e70019bb552711e1c051b3634332e353020455552207061696420666f7220422d355139543645');
INSERT INTO entry VALUES(8,1,X'01a1f8b3aec673568ea8407910c6f29b',0,0,1795173887687,X'a8056a65e10c311d116bc533c9c96895f100846cb99cd2346355b4e0b7c1228a',X'24956a0306fafc619d231bc6ce1f3e1b1ecf9d01705bb84257d4bf6a566a1116f192a197774ed2ba40c07b507544400e09fa4d1e8fbeca4695c7c3b016ae8a09',X'01000001a1f8b3aec673568ea8407910c6f29b126ff681381b51e329997158e16dbb39d71164feb2b5681e2bc956cfe5c0faa60000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d3662000001a1f8b3aec70001000000010000001d000000010000000000000000000000020000010001a1f8b3aec670018c08a4d31f91348500000000000000000000000000000000000001a1f8cf2606000000c101008cbb9d8bbf68066a6f650c74696c6c2d3202000000be01686f6c643d30316131663862332d616563362d373030312d386330382d6134643331663931333438350a7374617475733d6163746976650a657870697265733d313739353137353638373638360a736561743d5374616c6c732d432d31300a02021e0201a1f8b3aec670018c08a4d31f9134850002000000066a6f650c74696c6c2d32008cbb9d8bbf688c98f98cbf688caf8c92bf68000000000000000000000000000000000000');
INSERT INTO entry VALUES(9,1,X'01a1f8b3b0dd7101bfc7cecb14d0fd37',0,0,1795173888222,X'99b0d10f6f7c499ce52c983d77893bc5f52047062c7d261d011ea1bea7e083e7',X'ba773d234c2ced9e04376cd1a4a57c9a5ca3c1baac7dea3a3a1f99bd26963b2dfce052e3c765962a0cf5e0c4a70b72e881b17a8e4e699611830c347c142ce00e',X'01000001a1f8b3b0dd7101bfc7cecb14d0fd37a163b7abf399b99a7daf6b3451bbe65828a8a97fd0b819acd516ec93abd82a5d0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d3879000001a1f8b3b0de0001000000010000001d000000000000000000000008000000020201020001a1f8b3b0dd700182daf47d1d45bc6c01a1f8b3aec670018c08a4d31f9134850000000000000000000001f80104bac39d8bbf68066a6f650c74696c6c2d32020000005473616c653d30316131663862332d623064642d373030312d383264612d6634376431643435626336630a0a021e0201a1f8b3aec670018c08a4d31f9134850202040000066a6f650c74696c6c2d32008cbb9d8bbf688c98f98cbf688caf8c92bf68bac39d8bbf680001a1f8b3b0dd700182daf47d1d45bc6c04220201a1f8b3b0dd700182daf47d1d45bc6c0010422d564a4a574b47020001a1f8b3aec670018c08a4d31f9134850000000000000000000000000000000001a1f8b3930370019e5a080428aaf62c000006455552fc43fc43066a6f650c74696c6c2d32bac39d8bbf68bac39d8bbf68062e0201a1f8b3b0dd700182daf47d1d45bc6c01a1f8b3b0dd70049792aeaa265e98790018542d3332354444454d393434023a00000002d04100ac02ce05fc43bac39d8bbf68066a6f650c74696c6c2d32000000000008160401a1f8b3b0dd700182daf47d1d45bc6c01a1f8b3b0dd7002ab5208e0c0d1678601a1f8b3930370019e5a080428aaf62c04b8170000084749465400bac39d8bbf680001a1f8b3b0dd700182daf47d1d45bc6c01a1f8b3b0dd7003999f936acbb16f4801a1f8b3930370019e5a080428aaf62c00c42cc42c000000bac39d8bbf680012200208474946540604a09c01a09c01a846a01fb8170004000000000000');
INSERT INTO entry VALUES(10,1,X'01a1f8b3b30173b8aa9ae98d632d0d44',0,0,1795173888769,X'4271ab7fdecc805a17102582347af7e5eff5548f04939e51cb3f35324d4828eb',X'6840f6a67230a2ddf83032038306732d3a26053ad501f155315db745c2c39733143af24a8304a73fc74665a3c7beae4c8bed4d414dff4ee0015d59798449e707',X'01000001a1f8b3b30173b8aa9ae98d632d0d44172fa321c337916427cf09c35d7b0866d9b79700ee8070eb567ce227a2ff660d0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d3a9c000001a1f8b3b3010000000000ca012482cc9d8bbf68066a6f650c74696c6c2d3202000000bc01637573746f6d65723d30316131663862332d623330312d373030312d613930392d6236623834313762383533320a637573746f6d65725f73696e63653d313739353137333838383736390a637573746f6d65725f76657273696f6e3d310a040e0c0201a1f8b3b3017001a909b6b8417b8532001648616c204578616d706c651e68616c406578616d706c652e6f72670082cc9d8bbf68180802240001a1f8b3b3017001a909b6b8417b85320a6164646564');
INSERT INTO entry VALUES(11,1,X'01a1f8b3b5237168a4d69bc28956ba5a',0,0,1795173889315,X'7497c9fdce970bc4ac4023c8ea911f681b3219b6a2b248016f7eb7d2420cc933',X'2e7614635ae46fb3035332f028eb0d1da41250e404e1daba57f3eb49e0cc1ea091beb8ace24f1cda84c80a87cdcebb5c4346eff382a70ea9bd8d68fe6c35cf06',X'01000001a1f8b3b5237168a4d69bc28956ba5a1a4f4d408896a3ddcf810cb35bc972f0694ec9d4be84bb55d32748ea09070fdf0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d3cbe000001a1f8b3b5230002000000020000001e000000010000000000000000000000020000010001a1f8b3b523700191b6eab42a7dbdc800000000000000000000000000000000000001a1f8c170c3000000020000001f000000010000000000000000000000020000010001a1f8b3b523700191b6eab42a7dbdc800000000000000000000000000000000000001a1f8c170c3000000d00100c6d49d8bbf68066a6f650c74696c6c2d3202000000dc01686f6c643d30316131663862332d623532332d373030312d393162362d6561623432613764626463380a7374617475733d6163746976650a657870697265733d313739353137343738393331350a736561743d5374616c6c732d442d310a736561743d5374616c6c732d442d320a02021e0201a1f8b3b523700191b6eab42a7dbdc80004000000066a6f650c74696c6c2d3200c6d49d8bbf6886c38b8cbf68c6c88c92bf68000000000000000000000000000000000000');
INSERT INTO entry VALUES(12,1,X'01a1f8b3b7787292945cd323edd432ba',0,0,1795173889912,X'787ebb0958c68c690b0864efeeb435d027c8a97f769e1bd041e7300c6029ceac',X'a50e37a194bf31a70e7016574fda12946bba3a4917d07c95c5424c600dfed9e84121ac94e44b9f3a8efb47fa55b481fb5129a3a5560d1c56e2bf6b2435bfbc04',X'01000001a1f8b3b7787292945cd323edd432baa0ae35912164fb4c11722b49d918e58cb2f32ec8d366cd273e528615bf4ba8130000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d3f13000001a1f8b3b7780000000000d10118f0dd9d8bbf68066a6f650c74696c6c2d3202000873616665005673686966743d30316131663862332d393330332d373030312d396535612d3038303432386161663632630a060a1e0201a1f8b3930370019e5a080428aaf62c120c74696c6c2d32066a6f6586cc9c8bbf6800a09c0106455552000000000000000c0c0201a1f8b3930370019e5a080428aaf62c01a1f8b3b77870019aa4eefda45563e700d00f0873616665f0dd9d8bbf68180802180001a1f8b3930370019e5a080428aaf62c1c64726f702031302e303020455552');
INSERT INTO entry VALUES(13,1,X'01a1f8b3bb64731fa063b61598abfb8a',0,0,1795173890917,X'7931c80e82325f2f8a69ef834b1c5a3bf093f3b4e9bacd861658135d011c62ed',X'7bf2946c527c2399b3fe7e8eb5e6e2def89c9cbd84ebe8dda17dcfc3bc485c317d539775bc67f2379418a7e2c58265229d7493311117e25be6e3dd4c398dcd0d',X'01000001a1f8b3bb64731fa063b61598abfb8aba3fe83eca114b903a732eef30ba67b1dbc7df6d205a5ac4e6c65cdc521dadb70000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d4300000001a1f8b3bb65000000000130012ec8ed9d8bbf68086d61726b0c74696c6c2d320400086c6f7374005473616c653d30316131663862332d613131652d373030312d386266652d3663333761383561303538300a04062e0401a1f8b3a11e70018bfe6c37a85a058001a1f8b3a11e7003a1c539889aec90920218542d525234504b4737545945022a06000002d04100ac02ce05fc43bc849d8bbf68066a6f650c74696c6c2d32000000000001a1f8b3a11e70018bfe6c37a85a058001a1f8b3bb647001b595aef35337ab330018542d56324e584d593648544e022a00000004d04100ac02ce05fc4300066a6f650c74696c6c2d3200000000001808022e0201a1f8b3a11e70018bfe6c37a85a05805c5374616c6c732d432d323a20542d56324e584d593648544e207265706c6163657320542d525234504b4737545945');
INSERT INTO entry VALUES(14,1,X'01a1f8b3bd5d711ea9955b57c164a401',0,0,1795173891421,X'a0ea229d8270f768fd4bf562e97558823842e4d8fc8b3be796e44700f860d140',X'f7ed19bdbcc0f75edef601ad9254becd55b55ceac4aca82ff4b5d2af1cd4e6e3ca3600acb57d25b9ca868e4f1f19bd90ab0f62e68b5b980bc07d63a3d060ca01',X'01000001a1f8b3bd5d711ea9955b57c164a401c120e59699b1466c760f05de16e1d6a7eea1ea3a3bb3ea350a635a88b13ec1200000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d44f8000001a1f8b3bd5d00010000000400000014000000010000000000000000000000020000010001a1f8b3bd5d70019e168b8eece2ddb900000000000000000000000000000000000001a1f8c178fd000000c20100baf59d8bbf68086d61726b0c74696c6c2d3204000000bc01686f6c643d30316131663862332d626435642d373030312d396531362d3862386565636532646462390a7374617475733d6163746976650a657870697265733d313739353137343739313432310a736561743d5374616c6c732d432d310a02021e0201a1f8b3bd5d70019e168b8eece2ddb90008000000086d61726b0c74696c6c2d3200baf59d8bbf68fae38b8cbf68bae98c92bf68000000000000000000000000000000000000');
INSERT INTO entry VALUES(15,1,X'01a1f8b3bf74707db625bc1c2b16e82b',0,0,1795173891956,X'7d04a093e1cfcf87843ca74849b478d09b4d116e08531f7bf0fe7a261ea0a1c6',X'a8e6d0eecba68739d4ea28f8221a15c949cec3739c429a8d3ec4ce4ae38bd7bc6e8d668fece454e3a1aebaf0b3a43648b2234f5b0fa10d435f943692de97f205',X'01000001a1f8b3bf74707db625bc1c2b16e82bd2b46332cd746a755830afd1449a880352f24d14cb59afb76633c7be04307d510000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d470f000001a1f8b3bf740001000000040000001400000000000000000000000e000000020201020001a1f8b3bf747001a748bc3c9d989b9201a1f8b3bd5d70019e168b8eece2ddb900000000000000000000019a0104e8fd9d8bbf68086d61726b0c74696c6c2d32040000005473616c653d30316131663862332d626637342d373030312d613734382d6263336339643938396239320a08021e0201a1f8b3bd5d70019e168b8eece2ddb90208040000086d61726b0c74696c6c2d3200baf59d8bbf68fae38b8cbf68bae98c92bf68e8fd9d8bbf680001a1f8b3bf747001a748bc3c9d989b9204220201a1f8b3bf747001a748bc3c9d989b920010422d485958584538080001a1f8b3bd5d70019e168b8eece2ddb90000000000000000000000000000000001a1f8b3930370019e5a080428aaf62c000006455552a01fa01f086d61726b0c74696c6c2d32e8fd9d8bbf68e8fd9d8bbf68062e0201a1f8b3bf747001a748bc3c9d989b9201a1f8b3bf747003816faaec428664a20018542d51514e414a3335344e39082800000002a01f000000a01fe8fd9d8bbf68086d61726b0c74696c6c2d32000000000008160201a1f8b3bf747001a748bc3c9d989b9201a1f8b3bf747002a7625a2c18be6d0901a1f8b3930370019e5a080428aaf62c00a01fa01f000000e8fd9d8bbf6800');
INSERT INTO entry VALUES(16,1,X'01a1f8b3c3a7720db8cfeb52b3828b62',1,0,1795173893031,X'0354f0cb90a2ad5cbd7d0e6b2074f139a9f8c7b1394137bafd903eaa9aadcf28',X'5f0ba42acafa99697bbe1be9162bab431fe8a5efaac965673edd5dc1ffd9acd29bfce63dd9799106dfc336083ea2630bf1eb2e5df0ea4e244d1a809dc84e2001',X'01010001a1f8b3c3a7720db8cfeb52b3828b629d2ded1496333d4b11d488ddbab67b2f00ebd28a06a65c2c897d36f102adcc480000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d4b42000001a1f8b3c3a701a1f8b3bf747003816faaec428664a2000000000000000001110134ce8e9e8bbf68086d61726b0c74696c6c2d3204000000ba017363616e6e65643d30316131663862332d626637342d373030332d383136662d6161656334323836363461320a646f6f723d41444d49540a646f6f725f7761733d41444d49540a646f6f725f61743d313739353137333839333033310a0614140201a1f8b3bf747003816faaec428664a200080202ce8e9e8bbf68ce8e9e8bbf68000c74696c6c2d3200161a0201a1f8b3c3a77001a0f9653d829e73e3ce8e9e8bbf68080000000001a1f8b3bf747003816faaec428664a2145374616c6c732d432d310c74696c6c2d32086d61726b0000180802340801a1f8b3bf747003816faaec428664a22041444d4954205374616c6c732d432d31');
INSERT INTO entry VALUES(17,1,X'01a1f8b3c59f737ab49460fc9f3fd572',0,0,1795173893535,X'744702a23a6113ac39b4336600593c7e70cbca24694918a72779863477f4e197',X'568e37ad1a166f15f57bee73125ea2925337f112f37979280bef01a6ce64f88d7b98fffbba932caf7acab8087a31e4b36cf14c3424d7b7f14dbff0212978c20c',X'01000001a1f8b3c59f737ab49460fc9f3fd57263cf3de8c0f634a3aed28f38b048b045dfba43858eddac7681f198ba282c56b00000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d4d3a000001a1f8b3c59f00000000010a0146be969e8bbf68086d61726b0c74696c6c2d3204000000ea01636865636b696e3d30316131663862332d626637342d373030332d383136662d6161656334323836363461320a636865636b696e5f7374617475733d57414954494e475f464f525f5041594d454e540a636865636b696e5f7765696768743d32373030300a636865636b696e5f6665653d3735300a04180802460801a1f8b3bf747003816faaec428664a24857414954494e475f464f525f5041594d454e542032372e30206b672c20666565203735301a220201a1f8b3bf747003816faaec428664a200020802f0a503dc0bbe969e8bbf680c74696c6c2d320000000000000000000000000000000000000000000000');
INSERT INTO entry VALUES(18,1,X'01a1f8b3c7ac7165ba6300a7753f2684',0,0,1795173894060,X'8e08aebcbeb744a82befb37bec3738e43d72f45e4d598648ca9bc5e30213fbbf',X'a3b391effdc42633ef555e56e968ef6329030134d76cb5149a3a87b7004a3e040f24bd4b8ac25f252275f70991602fdeb8c085199c70c3ac28a138898ffd260c',X'01000001a1f8b3c7ac7165ba6300a7753f2684874053e752955c6eb23541d21d7df74eab573b3430fbf42096e76e79f3d36c9e0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d4f47000001a1f8b3c7ac0000000000fe0148d89e9e8bbf68086d61726b0c74696c6c2d3204000000d601636865636b696e3d30316131663862332d626637342d373030332d383136662d6161656334323836363461320a636865636b696e5f7374617475733d434f4d504c455445440a636865636b696e5f7765696768743d32373030300a636865636b696e5f6665653d3735300a04180802480801a1f8b3bf747003816faaec428664a234434f4d504c455445442032372e30206b672c20666565203735301a220201a1f8b3bf747003816faaec428664a202020804f0a503dc0bd89e9e8bbf680c74696c6c2d320c74696c6c2d3200dc0bdc0b000001a1f8b3930370019e5a080428aaf62c00');
CREATE TABLE entry_state (
    seq INTEGER PRIMARY KEY REFERENCES entry,
    state INTEGER NOT NULL DEFAULT 0 CHECK (state BETWEEN 0 AND 7),
    kept INTEGER NOT NULL CHECK (kept IN (0, 1)), -- a later entry goes on with what it holds
    reason INTEGER NOT NULL DEFAULT 0, -- enum verdict
    heading INTEGER NOT NULL DEFAULT 0, -- enum merge_class
    settled_at INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO entry_state VALUES(1,2,1,0,0,1795173881351);
INSERT INTO entry_state VALUES(2,2,0,0,0,1795173881351);
INSERT INTO entry_state VALUES(3,0,1,0,0,0);
INSERT INTO entry_state VALUES(4,0,0,0,0,0);
INSERT INTO entry_state VALUES(5,0,1,0,0,0);
INSERT INTO entry_state VALUES(6,0,0,0,0,0);
INSERT INTO entry_state VALUES(7,0,0,0,0,0);
INSERT INTO entry_state VALUES(8,0,1,0,0,0);
INSERT INTO entry_state VALUES(9,0,0,0,0,0);
INSERT INTO entry_state VALUES(10,0,0,0,0,0);
INSERT INTO entry_state VALUES(11,0,0,0,0,0);
INSERT INTO entry_state VALUES(12,0,0,0,0,0);
INSERT INTO entry_state VALUES(13,0,0,0,0,0);
INSERT INTO entry_state VALUES(14,0,1,0,0,0);
INSERT INTO entry_state VALUES(15,0,0,0,0,0);
INSERT INTO entry_state VALUES(16,0,0,0,0,0);
INSERT INTO entry_state VALUES(17,0,0,0,0,0);
INSERT INTO entry_state VALUES(18,0,0,0,0,0);
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
INSERT INTO till_seat VALUES(1,22,6,0,1,0,0,0,NULL);
INSERT INTO till_seat VALUES(1,24,4,0,2,0,0,2,NULL);
INSERT INTO till_seat VALUES(1,25,4,0,2,0,0,2,NULL);
INSERT INTO till_seat VALUES(1,29,9,0,1,0,0,0,NULL);
INSERT INTO till_seat VALUES(2,30,11,0,1,0,0,0,NULL);
INSERT INTO till_seat VALUES(2,31,11,0,1,0,0,0,NULL);
INSERT INTO till_seat VALUES(4,20,15,0,1,0,0,0,NULL);
CREATE TABLE till_show (
    show_no INTEGER PRIMARY KEY REFERENCES show,
    terms INTEGER NOT NULL
) STRICT;
INSERT INTO till_show VALUES(1,2);
INSERT INTO till_show VALUES(2,2);
INSERT INTO till_show VALUES(3,2);
INSERT INTO till_show VALUES(4,2);
INSERT INTO till_show VALUES(5,3);
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
INSERT INTO till_meta VALUES(1,X'01a1f8b35ae571c3b5a682d65beb9653',2,1,0,18,X'0000000000000000000000000000000000000000000000000000000000000000',X'8e08aebcbeb744a82befb37bec3738e43d72f45e4d598648ca9bc5e30213fbbf',3,1332740095,X'f9e2ca23fc564348a7eaa2000425e9ff',92505387,0,0,0,0,0);
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
INSERT INTO till_replica VALUES(1,1330642946,0,0,NULL,0,1,1795173884365,X'f9e2ca23fc564348a7eaa2000425e9ff',6105448,1795173884366,1795173884365,0,14,2);
CREATE TABLE till_credential (
    name TEXT PRIMARY KEY CHECK (name <> ''),
    since INTEGER NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO till_credential VALUES('joe',1795173883413,1796383483413);
INSERT INTO till_credential VALUES('mark',1795173882858,1796383482858);
CREATE TABLE sale_entry (
    sale BLOB PRIMARY KEY CHECK (length(sale) = 16),
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    seq INTEGER NOT NULL CHECK (seq > 0)
) STRICT, WITHOUT ROWID;
INSERT INTO sale_entry VALUES(X'01a1f8b3a06e70019bb552711e1c051b',1,7);
INSERT INTO sale_entry VALUES(X'01a1f8b3a11e70018bfe6c37a85a0580',1,13);
INSERT INTO sale_entry VALUES(X'01a1f8b3a5f57001a121b688282219bb',1,4);
INSERT INTO sale_entry VALUES(X'01a1f8b3aa4a7001a1efc1e226a8bd26',1,6);
INSERT INTO sale_entry VALUES(X'01a1f8b3b0dd700182daf47d1d45bc6c',1,9);
INSERT INTO sale_entry VALUES(X'01a1f8b3bf747001a748bc3c9d989b92',1,15);
CREATE TABLE kept_act (
    n INTEGER PRIMARY KEY, -- in the order in which the house acknowledged them
    uid BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- the act's key
    at INTEGER NOT NULL, -- by this machine's clock
    body BLOB NOT NULL CHECK (length(body) BETWEEN 1 AND 98304) -- as an entry's
) STRICT;
INSERT INTO kept_act VALUES(1,X'01a1f8b3930371979c1f2658eddf3249',1795173881220,X'01000001a1f8b3930371979c1f2658eddf3249328e7e2578afe1b3b10cc37146caf43c0c39cf64cdf477ef86b7d0a21afb87fc0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d1d1f000001a1f8b3958400000000009e011686cc9c8bbf68066a6f650c74696c6c2d32020000005673686966743d30316131663862332d393330332d373030312d396535612d3038303432386161663632630a040a1e0201a1f8b3930370019e5a080428aaf62c000c74696c6c2d32066a6f6586cc9c8bbf6800a09c010645555200000000000000180802160001a1f8b3930370019e5a080428aaf62c20666c6f6174203130302e303020455552');
INSERT INTO kept_act VALUES(2,X'01a1f8b3a0287054a4efdb3d114bdd3a',1795173884301,X'01000001a1f8b3a0287054a4efdb3d114bdd3a40f410789fae8613d644a0d102c4c09399437cb1fe6adc440dcff537c63c22040000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d2928000001a1f8b3a18d00010000000100000014000000030000000000000000000000000000010001a1f8b3a028700194044c508fee420700000000000000000000000000000000000001a1f8cf1768000000c00100d0809d8bbf68066a6f650c74696c6c2d3202000000bc01686f6c643d30316131663862332d613032382d373030312d393430342d3463353038666565343230370a7374617475733d6163746976650a657870697265733d313739353137353638333934340a736561743d5374616c6c732d432d310a02021e0201a1f8b3a028700194044c508fee42070002000000066a6f650c74696c6c2d3200d0809d8bbf68d0ddf88cbf68d0f48b92bf68000000000000000000000000000000000000');
INSERT INTO kept_act VALUES(3,X'01a1f8b3a06e70939730f8239c8502c7',1795173884302,X'01000001a1f8b3a06e70939730f8239c8502c75ecf444a0f98d0cc09abbfa5772f0d4cafd41bd078f007616536289ea132abbf0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d2929000001a1f8b3a18e00010000000100000014000000040000000000000000000000000201020001a1f8b3a06e70019bb552711e1c051b01a1f8b3a028700194044c508fee420700000000000000000000015a0104dc819d8bbf68066a6f650c74696c6c2d32020000005473616c653d30316131663862332d613036652d373030312d396262352d3532373131653163303531620a06021e0201a1f8b3a028700194044c508fee42070202040000066a6f650c74696c6c2d3200d0809d8bbf68d0ddf88cbf68d0f48b92bf68dc819d8bbf680001a1f8b3a06e70019bb552711e1c051b04220201a1f8b3a06e70019bb552711e1c051b0010422d355139543645020201a1f8b3a028700194044c508fee42070000000000000000000000000000000001a1f8b3930370019e5a080428aaf62c144a6f204578616d706c650006455552fc4300066a6f650c74696c6c2d32dc819d8bbf6800062e0201a1f8b3a06e70019bb552711e1c051b01a1f8b3a06e7002a7383bba915c53100018542d3245594a344d39394547022800000002d04100ac02ce05fc43dc819d8bbf68066a6f650c74696c6c2d320000000000');
INSERT INTO kept_act VALUES(4,X'01a1f8b3a0d870e8b3380e16d8676efa',1795173884303,X'01000001a1f8b3a0d870e8b3380e16d8676efa117a8d5b019fdbcc95cb916cc21c745558cb4cfb3bfcb5b85c43d44e668a01280000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d292a000001a1f8b3a18f00010000000100000015000000030000000000000000000000000000010001a1f8b3a0d87001b8b2380b339a18b700000000000000000000000000000000000001a1f8cf1818000000c00100b0839d8bbf68066a6f650c74696c6c2d3202000000bc01686f6c643d30316131663862332d613064382d373030312d623862322d3338306233333961313862370a7374617475733d6163746976650a657870697265733d313739353137353638343132300a736561743d5374616c6c732d432d320a02021e0201a1f8b3a0d87001b8b2380b339a18b70002000000066a6f650c74696c6c2d3200b0839d8bbf68b0e0f88cbf68b0f78b92bf68000000000000000000000000000000000000');
INSERT INTO kept_act VALUES(5,X'01a1f8b3a11e7379b2fd7bfef5c35a3f',1795173884303,X'01000001a1f8b3a11e7379b2fd7bfef5c35a3f90b9087f1e538f517937dfc0d376dc41b041bdd2d93208911d239c19a2353c1e0000000000000000f9e2ca23fc564348a7eaa2000425e9ff00000000005d292a000001a1f8b3a18f00010000000100000015000000040000000000000000000000000201020001a1f8b3a11e70018bfe6c37a85a058001a1f8b3a0d87001b8b2380b339a18b70000000000000000000001980104bc849d8bbf68066a6f650c74696c6c2d32020000005473616c653d30316131663862332d613131652d373030312d386266652d3663333761383561303538300a08021e0201a1f8b3a0d87001b8b2380b339a18b70202040000066a6f650c74696c6c2d3200b0839d8bbf68b0e0f88cbf68b0f78b92bf68bc849d8bbf680001a1f8b3a11e70018bfe6c37a85a058004220201a1f8b3a11e70018bfe6c37a85a05800010422d455956574346020001a1f8b3a0d87001b8b2380b339a18b70000000000000000000000000000000001a1f8b3930370019e5a080428aaf62c000006455552fc43fc43066a6f650c74696c6c2d32bc849d8bbf68bc849d8bbf68062e0201a1f8b3a11e70018bfe6c37a85a058001a1f8b3a11e7003a1c539889aec90920018542d525234504b4737545945022a00000002d04100ac02ce05fc43bc849d8bbf68066a6f650c74696c6c2d32000000000008160201a1f8b3a11e70018bfe6c37a85a058001a1f8b3a11e7002bdeb1b7de8f4d69601a1f8b3930370019e5a080428aaf62c00fc43fc43000000bc849d8bbf6800');
CREATE TABLE kept_past (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    past TEXT NOT NULL
) STRICT;
INSERT INTO kept_past VALUES(1,'7710213040091425766 1');
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
INSERT INTO sqlite_sequence VALUES('event',26);
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
