import { useState } from 'react'

/** The `requestId` of each decision: a click again after a lost answer is the same decision, and anything else that was entered is another one. */
export function useRequestIds(): (...decision: unknown[]) => string {
  const [ids] = useState(() => new Map<string, string>())
  return (...decision) => {
    const key = JSON.stringify(decision)
    const id = ids.get(key) ?? crypto.randomUUID()
    ids.set(key, id)
    return id
  }
}
