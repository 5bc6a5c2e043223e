/** The guarantee's rule in the words of pages and letters (decisions, section 4). */
export const NEWS_ALONE = 'A ride that is short most of the day does not count.'
