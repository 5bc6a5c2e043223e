/** The place of a page whose code or whose visitor is not known yet. */
export const PagePlace = () => <div role="status" aria-label="Loading the page" />
