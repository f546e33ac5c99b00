#include "config.h"

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"

int run_expire(struct call *call)
{
    struct outcome out;
    struct progress progress = call_progress(call, _("Freeing"));
    desk_expire(&call->desk, &call->meta, &progress, &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (call->json) {
        struct json_out *doc = call_doc(call);
        member_object(doc, "expired");
        member_int(doc, "holds", out.swept.holds);
        member_int(doc, "seats", out.swept.seats);
        json_object_end(doc);
        call_doc_end(call);
    }
    call_print(call, n_("%d hold expired. ", "%d holds expired. ", out.swept.holds),
               out.swept.holds);
    call_print(call, n_("%d seat is free again.\n", "%d seats are free again.\n", out.swept.seats),
               out.swept.seats);
    return EXIT_DONE;
}
