import { z } from 'zod/mini'

/** An object with any names. `z.record` checks the names too, which costs the browser's first load 0.5 kB. */
export const named = <Value extends z.ZodMiniType>(value: Value) => z.catchall(z.object({}), value)
