import { useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { readTabValue, removeTabValue, writeTabValue } from './tab-store.ts'

/**
 * The secret of a link in a mail. It leaves the address, and with it the history, as soon as the page is there. This tab alone keeps it,
 * so that a reload still works. `forget` drops it.
 */
export function useAddressToken(
  purpose: 'manage' | 'confirm' | 'account' | 'flights' | 'confirm-flight' | 'connect-lane' | 'free-table',
): {
  token: string | null
  forget: () => void
} {
  const key = `walkon.${purpose}-token`
  const [params, setParams] = useSearchParams()
  const inAddress = params.get('token')
  const [isForgotten, setForgotten] = useState(false)

  // Not in a layout effect: the router, being further out, would not hear of it yet.
  useEffect(() => {
    if (inAddress === null) return
    if (inAddress !== '') writeTabValue(key, inAddress)
    setParams(withoutToken, { replace: true })
  }, [inAddress, key, setParams])

  const forget = useCallback(() => {
    removeTabValue(key)
    setForgotten(true)
  }, [key])

  return { token: isForgotten ? null : inAddress || readTabValue(key), forget }
}

function withoutToken(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete('token')
  return rest
}
