/** When issues of the newsletter come, in the words of the form, of its confirmation and of every issue: they are written when there is something to tell. */
export const NEWSLETTER_WHEN = 'when there is news from Walkon'
