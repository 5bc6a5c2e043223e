import { useEffect } from 'react'
import { toTabTitle } from '../page-heads.ts'

/** Names the page in the tab, in the history and to a screen reader. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = toTabTitle(title)
  }, [title])
}
