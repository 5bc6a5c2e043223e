import { createContext, useContext, useEffect } from 'react'

/** Hears the title of a page that is rendered at build time, where no effect runs. */
export const TitleContext = createContext<(title: string) => void>(() => undefined)

/** Names the page in the tab, in the history and to a screen reader. */
export function useTitle(title: string): void {
  useContext(TitleContext)(title)
  useEffect(() => {
    document.title = title
  }, [title])
}
