import { readTabValue, removeTabValue } from './tab-store.ts'

/** Where the tab keeps what was entered in the order form while its visitor is on the payment page. */
export const KEPT_ORDER = 'walkon.order'

export const hasKeptOrder = () => readTabValue(KEPT_ORDER) !== null

/** The order was placed: the form begins empty. */
export const forgetOrder = () => removeTabValue(KEPT_ORDER)
