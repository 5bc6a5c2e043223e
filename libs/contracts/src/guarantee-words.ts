/** What the guarantee counts, where pages and letters speak of it (decisions, section 4). */
export const NEWS_ALONE = 'A ride that is short most of the day does not count.'
