import { readTabValue, removeTabValue } from './tab-store.ts'

/** Where the tab keeps what was entered in the order form: over the payment page, a reload, or a phone that puts the tab away. */
export const KEPT_ORDER = 'walkon.order'

export const hasKeptOrder = () => readTabValue(KEPT_ORDER) !== null

/** The order was placed: the form begins empty. */
export const forgetOrder = () => removeTabValue(KEPT_ORDER)
