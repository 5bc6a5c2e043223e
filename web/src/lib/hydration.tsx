import { createContext, useContext } from 'react'

const HydrationContext = createContext(true)

/** False while a page shows what the build has rendered. */
export const HydrationProvider = HydrationContext

/** True if the page may show facts that the build did not know: the time, the query, who is signed in. */
export const useIsHydrated = (): boolean => useContext(HydrationContext)
