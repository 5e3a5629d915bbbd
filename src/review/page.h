/* review/page.h - the files of src/review/page/ and web/common/, built in. ASCII only. */
#ifndef REVIEW_PAGE_H
#define REVIEW_PAGE_H

extern const char page_page_html[], page_board_css[], page_graph_css[], page_page_css[];
extern const char page_board_js[], page_graph_js[], page_page_js[];

#endif
