import {
  DEFAULT_PARTY_SIZE,
  DEFAULT_PREFERRED_TIME,
  type PreferredTime,
} from '@walkon/contracts/http/restaurant-alerts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type SubmitEvent } from 'react'
import { isEmail } from '../../lib/email.ts'
import type { ProblemText } from '../../lib/form-texts.ts'
import { useAction } from '../../lib/use-action.ts'
import type { Account } from './account.ts'
import { alertsKey, setAlert } from './queries.ts'
import {
  creationProblem,
  LOGIN_REQUIRED,
  MISSING_DATES,
  MISSING_INFORMATION,
  MISSING_RESTAURANT,
} from './words.ts'

type Draft = {
  restaurantId: string
  dates: string[]
  partySize: number
  preferredTime: PreferredTime
  email: string
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

type Field = 'email' | 'restaurantId' | 'dates'

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
  const [missing, setMissing] = useState<Field | null>(null)
  const [isRefused, setRefused] = useState(false)
  const [isCreated, setCreated] = useState(false)
  const { isBusy, problem, run } = useAction(async (caller: Account['caller']) => {
    await setAlert({ ...draft, email: draft.email.trim() }, caller)
    setCreated(true)
    await client.invalidateQueries({ queryKey: alertsKey })
  }, creationProblem)

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const field = account ? findMissing(draft) : null
    setCreated(false)
    setRefused(account === null)
    setMissing(field)
    if (field) event.currentTarget.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus()
    else if (account) run(account.caller)
  }

  return {
    draft,
    change: (part: Partial<Draft>) => {
      setCreated(false)
      setMissing(null)
      const next = { ...draft, ...part }
      setDraft(next)
      if (account) return
      client.setQueryDefaults(SIGNED_OUT_DRAFT, { gcTime: Infinity })
      client.setQueryData<Draft>(SIGNED_OUT_DRAFT, next)
    },
    /** Returns the words for a missing entry of this field. */
    problemOf: (field: Field) => (field === missing ? MISSING[field] : undefined),
    problem: isRefused ? LOGIN_REQUIRED : missing === null ? problem : null,
    isBusy,
    isCreated,
    submit,
  }
}

const MISSING: Record<Field, ProblemText> = {
  email: MISSING_INFORMATION,
  restaurantId: MISSING_RESTAURANT,
  dates: MISSING_DATES,
}

/** The first missing entry, from top to bottom. */
function findMissing({ email, restaurantId, dates }: Draft): Field | null {
  if (restaurantId === '') return 'restaurantId'
  if (dates.length === 0) return 'dates'
  return isEmail(email.trim()) ? null : 'email'
}
