import { _default, array, type core } from 'zod/mini'

/** A list that a service may leave out. */
export const list = <Item extends core.$ZodType>(item: Item) => _default(array(item), [])
