import { useEffect } from 'react'

/** Apart from the titles of all other pages, which are not part of the first load. */
export const HOME_TITLE = 'Walkon: know the minute a ride is short'

/** Writes a title as a tab shows it. */
export const toTabTitle = (title: string): string => (title === HOME_TITLE ? title : `${title} | Walkon`)

/** Names the page in the tab, in the history and to a screen reader. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = toTabTitle(title)
  }, [title])
}
