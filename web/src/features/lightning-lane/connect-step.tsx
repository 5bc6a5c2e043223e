import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { isEmail } from '../../lib/email.ts'
import { LoadProblem } from '../../lib/load-problem.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Loading } from '../../ui/loading.tsx'
import { connectionProblem, invitationProblem, timeLeftWords } from './lane-words.ts'
import { connectionQuery, disconnect, sendInvitation } from './queries.ts'

/** The first step: an invitation by mail. No password of a park is asked for. */
export function ConnectStep({ caller }: { caller: Caller }) {
  const query = useQuery(connectionQuery(caller))
  const now = useNow()
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: ['lane-connection'] })
  const ending = useAction(async () => {
    await disconnect(caller)
    await renew()
  }, connectionProblem)
  if (query.isPending) return <Loading label="Checking your connection" className="h-50!" />
  if (!query.data) return <LoadProblem of={query} wordsOf={connectionProblem} />
  const { disneyAccount, isConnected } = query.data
  if (isConnected)
    return (
      <div className="grid justify-items-start gap-3">
        <p role="status" className="font-bold">
          Connected
        </p>
        <p className="wrap-anywhere text-ink-2">
          The owner of <b>{disneyAccount?.email ?? 'the invited address'}</b> agreed. We hold no password and
          cannot sign in for you.
        </p>
        <FormProblem problem={ending.problem} />
        <Button quiet small busy={ending.isBusy} onClick={ending.run}>
          Disconnect
        </Button>
      </div>
    )
  return (
    <div className="grid gap-3">
      {disneyAccount?.invitationStatus === 'pending' && (
        <p role="status">
          <b>Invitation pending.</b> We mailed {disneyAccount.email}. Its link works for{' '}
          {timeLeftWords(disneyAccount.expiresAt, now)}.
        </p>
      )}
      {disneyAccount?.invitationStatus === 'expired' && (
        <p role="status">
          <b>Invitation expired.</b> Nobody pressed its button in time. Send another one.
        </p>
      )}
      <InvitationForm
        caller={caller}
        kept={disneyAccount?.email ?? ''}
        isAgain={disneyAccount !== null}
        onSent={renew}
      />
    </div>
  )
}

type FormProps = { caller: Caller; kept: string; isAgain: boolean; onSent: () => Promise<void> }

const NO_EMAIL = { title: 'Disney Account Required', text: 'Enter the email address of your Disney account.' }

function InvitationForm({ caller, kept, isAgain, onSent }: FormProps) {
  const [email, setEmail] = useState(kept)
  const [isWrong, setWrong] = useState(false)
  const sending = useAction(async () => {
    await sendInvitation(caller, email)
    await onSent()
  }, invitationProblem)
  return (
    <form
      noValidate
      className="grid justify-items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(!isEmail(email))
        if (isEmail(email)) sending.run()
      }}
    >
      <div className="w-full">
        <TextField
          label="Disney account email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          value={email}
          problem={isWrong ? NO_EMAIL : undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
      </div>
      <p className="text-14 text-ink-2">
        We’ll email this address a link to confirm. We never ask for your Disney password: don’t give it to
        anyone.
      </p>
      <FormProblem problem={sending.problem} />
      <Button type="submit" busy={sending.isBusy}>
        {isAgain ? 'Send again' : 'Send invitation'}
      </Button>
    </form>
  )
}
