import { descriptions, personalTitles } from '../../web/src/page-heads.ts'

/** The addresses of the web app, as the build renders them: a page that is added is tested and measured with all others. */

/** The same for every visitor, and found by search engines. */
export const PUBLIC_PAGES = Object.keys(descriptions)

/** They depend on who opens them, or on a secret in their link. */
export const PERSONAL_PAGES = Object.keys(personalTitles)

/** A board that is asked for by its address. */
export const MAGIC_KINGDOM_BOARD = '/live-wait-times?park=75ea578a-adc8-4116-a54d-dccb60765ef9'
