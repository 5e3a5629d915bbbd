/* report/page.h - the files of src/lib/report/page/, web/board/ and web/languages/, built in.
 * UTF-8. */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

extern const char page_html[], page_css[], page_js[], page_board_style[];

#endif
