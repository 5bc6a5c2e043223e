import {
  DEFAULT_PARTY_SIZE,
  DEFAULT_PREFERRED_TIME,
  PREFERRED_TIMES,
} from '@walkon/contracts/http/restaurant-alerts'
import { toAddressEntry } from '@walkon/contracts/pasted-text'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  array,
  enum as oneOf,
  minLength,
  number,
  object,
  overwrite,
  refine,
  string,
  type output,
} from 'zod/mini'
import { isEmail } from '../../lib/email.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
import type { Account } from './account.ts'
import { alertsKey, setAlert } from './queries.ts'
import {
  creationProblem,
  LOGIN_REQUIRED,
  MISSING_DATES,
  MISSING_INFORMATION,
  MISSING_RESTAURANT,
} from './words.ts'

/** As a visitor who is not signed in may leave it. */
const DRAFT = object({
  restaurantId: string(),
  dates: array(string()),
  partySize: number(),
  preferredTime: oneOf(PREFERRED_TIMES),
  email: string(),
})
type Draft = output<typeof DRAFT>

const ALERT = object({
  ...DRAFT.shape,
  restaurantId: string().check(minLength(1, { error: 'restaurant' })),
  dates: array(string()).check(minLength(1, { error: 'dates' })),
  email: string().check(overwrite(toAddressEntry), refine(isEmail, { error: 'information' })),
})

const ENTRY_TEXTS = {
  restaurant: MISSING_RESTAURANT,
  dates: MISSING_DATES,
  information: MISSING_INFORMATION,
}

const EMPTY: Draft = {
  restaurantId: '',
  dates: [],
  partySize: DEFAULT_PARTY_SIZE,
  preferredTime: DEFAULT_PREFERRED_TIME,
  email: '',
}

/** Entries made signed out go over the login to the first account of this page. */
const SIGNED_OUT_DRAFT = ['signed-out-restaurant-alert']

class SignedOut extends Error {}

export type AlertForm = ReturnType<typeof useAlertForm>

/** The visitor's entries, until they are an alert. */
export function useAlertForm(account: Account | null) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = client.getQueryData<Draft>(SIGNED_OUT_DRAFT) ?? EMPTY
    return { ...kept, email: account?.email ?? kept.email }
  })
  useEffect(() => {
    if (account) client.removeQueries({ queryKey: SIGNED_OUT_DRAFT })
  }, [client, account])
  const [isCreated, setCreated] = useState(false)
  const entries = useEntryForm({
    schema: account ? ALERT : DRAFT,
    values: draft,
    async send(alert) {
      setCreated(false)
      if (!account) throw new SignedOut()
      await setAlert(alert, account.caller)
      setCreated(true)
      await client.invalidateQueries({ queryKey: alertsKey })
    },
    toText: (error) => (error instanceof SignedOut ? LOGIN_REQUIRED : creationProblem(error)),
    entryTexts: ENTRY_TEXTS,
  })

  return {
    ...entries,
    draft,
    change: (part: Partial<Draft>) => {
      setCreated(false)
      const next = { ...draft, ...part }
      setDraft(next)
      if (account) return
      client.setQueryDefaults(SIGNED_OUT_DRAFT, { gcTime: Infinity })
      client.setQueryData<Draft>(SIGNED_OUT_DRAFT, next)
    },
    isCreated,
  }
}
