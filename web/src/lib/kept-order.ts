import { removeTabValue } from './tab-store.ts'

/** The tab's key for the entries of the order form. They last over the payment page, a reload, or a phone that puts the tab away. */
export const KEPT_ORDER = 'walkon.order'

/** The order was placed: the form begins empty. */
export const forgetOrder = () => removeTabValue(KEPT_ORDER)
