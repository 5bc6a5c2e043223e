/**
 * The store of auth-js for the session: memory, and nothing else. The refresh token is a cookie that no script can read, the access token
 * ends with the page. Only a mark that there may be a session lasts, so that a visitor without one loads no account code. By it tabs also
 * hear that one of them has signed in or out.
 */
export const SESSION_KEY = 'walkon.session'
export const SIGNED_IN_MARK = 'walkon.signed-in'

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore() {
  const values = new Map<string, string>()

  return {
    mayHaveSession: isMarked,
    /** A session whose mark is gone was ended in another tab. */
    getItem: (key: string) => (key === SESSION_KEY && !isMarked() ? null : (values.get(key) ?? null)),
    setItem: (key: string, value: string) => {
      values.set(key, value)
      if (key === SESSION_KEY) mark()
    },
    removeItem: (key: string) => {
      values.delete(key)
      if (key === SESSION_KEY) unmark()
    },
  }
}

/** A browser may forbid storage: then the mark lasts as long as the page. */
let isMarkedHere = false

function isMarked(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN_MARK) !== null
  } catch {
    return isMarkedHere
  }
}

function mark(): void {
  isMarkedHere = true
  try {
    localStorage.setItem(SIGNED_IN_MARK, '1')
  } catch {
    // It holds for this page at least.
  }
}

function unmark(): void {
  isMarkedHere = false
  try {
    localStorage.removeItem(SIGNED_IN_MARK)
  } catch {
    // Nothing was kept there.
  }
}
