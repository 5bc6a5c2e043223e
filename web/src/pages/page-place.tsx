/** The place of a page whose code or whose visitor is not known yet: the footer stays below the screen. */
export const PagePlace = () => <div role="status" aria-label="Loading the page" className="min-h-dvh" />
