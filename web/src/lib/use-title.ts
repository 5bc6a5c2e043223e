import { useEffect } from 'react'

/** Names the page in the tab, in the history and to a screen reader. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
