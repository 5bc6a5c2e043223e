import { useQuery, useQueryClient } from '@tanstack/react-query'
import { object } from 'zod/mini'
import type { Caller } from '../../lib/api.ts'
import { emailEntry } from '../../lib/entries.ts'
import { useEntryForm } from '../../lib/entry-form.ts'
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
      <div className="grid justify-items-start gap-2 text-14">
        <p className="wrap-anywhere text-ink-2">
          <span role="status">Connected</span> as {disneyAccount?.email ?? 'the invited address'}. We hold no
          password and can’t sign in for you.
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

const ENTRIES = object({ email: emailEntry() })
const ENTRY_TEXTS = {
  email: { title: 'Disney Account Required', text: 'Enter the email address of your Disney account.' },
}

function InvitationForm({ caller, kept, isAgain, onSent }: FormProps) {
  const { form, field, failure, isBusy } = useEntryForm({
    schema: ENTRIES,
    entryTexts: ENTRY_TEXTS,
    toText: invitationProblem,
    async send({ email }) {
      await sendInvitation(caller, email)
      await onSent()
    },
  })
  return (
    <form {...form} className="grid gap-3">
      <TextField
        {...field('email')}
        label="Disney account email"
        type="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={kept}
      />
      <p className="text-14 text-ink-2">
        We’ll email this address a link to confirm. We never ask for your Disney password: don’t give it to
        anyone.
      </p>
      <FormProblem problem={failure} />
      <Button type="submit" busy={isBusy} className="justify-self-start">
        {isAgain ? 'Send again' : 'Send invitation'}
      </Button>
    </form>
  )
}
