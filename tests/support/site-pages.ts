import { accountTitles, linkTitles, publicTitles } from '../../web/src/page-heads.ts'

/** The addresses of the web app, as the build renders them: a page that is added is tested and measured with all others. */

/** The same for every visitor, and found by search engines. */
export const PUBLIC_PAGES = Object.keys(publicTitles)

/** They lead a visitor who is not signed in to the login. */
export const ACCOUNT_PAGES = Object.keys(accountTitles)

/** They depend on a secret in their link. */
const LINK_PAGES = Object.keys(linkTitles)

/** They depend on who opens them. */
export const PERSONAL_PAGES = [...LINK_PAGES, ...ACCOUNT_PAGES]

/** The rooms of staff. */
export const ADMIN_PAGES = PERSONAL_PAGES.filter((path) => path.startsWith('/admin'))

/** A board that is asked for by its address. */
export const MAGIC_KINGDOM_BOARD = '/live-wait-times?park=75ea578a-adc8-4116-a54d-dccb60765ef9'
