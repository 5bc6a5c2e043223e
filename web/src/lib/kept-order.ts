import { removeTabValue } from './tab-store.ts'

/** Where the tab keeps what was entered in the order form while its visitor is on the payment page. */
export const KEPT_ORDER = 'walkon.order'

/** The order was placed: the form begins empty. */
export const forgetOrder = () => removeTabValue(KEPT_ORDER)
