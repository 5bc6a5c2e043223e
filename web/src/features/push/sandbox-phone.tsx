import { useQueryClient } from '@tanstack/react-query'
import { ApiError, type Caller } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useToast } from '../../ui/toast.tsx'
import { pushProblemText } from './push-words.ts'
import { addDevice, devicesQuery, pushKeyQuery } from './queries.ts'
import { toKeys } from './this-browser.ts'

const NAME = 'Sandbox phone'

type SandboxPhoneProps = { caller: Caller; url: string; inboxUrl: string | null }

/** The local run has a phone whose notifications show in its inbox, for trying push without a push service. */
export function SandboxPhone({ caller, url, inboxUrl }: SandboxPhoneProps) {
  const queryClient = useQueryClient()
  const say = useToast()
  const adding = useAction(async () => {
    const { publicKey } = await queryClient.fetchQuery(pushKeyQuery)
    await addDevice(caller, { ...toKeys(await askForSubscription(url, publicKey)), name: NAME })
    await queryClient.invalidateQueries({ queryKey: devicesQuery(caller).queryKey })
    say({ title: `${NAME} added`, text: 'Its notifications show in the inbox.' })
  }, pushProblemText)
  return (
    <div className="grid justify-items-start gap-3 border-t border-line pt-4">
      <p className="text-14 text-ink-2">
        This is a practice run. Its phone gets notifications as a real one does, and shows them in{' '}
        {inboxUrl ? (
          <a href={inboxUrl} target="_blank" rel="noopener">
            the inbox
          </a>
        ) : (
          'the inbox'
        )}
        .
      </p>
      <Button quiet small busy={adding.isBusy} onClick={adding.run}>
        {adding.isBusy ? 'Adding' : 'Add the sandbox’s phone'}
      </Button>
      <FormProblem problem={adding.problem} />
    </div>
  )
}

/** The phone subscribes as a browser would, and answers its subscription. Notifier checks what it is given. */
async function askForSubscription(url: string, applicationServerKey: string): Promise<PushSubscriptionJSON> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ applicationServerKey, name: NAME }),
  }).catch(() => undefined)
  if (!response?.ok) throw new ApiError(0, 'unreachable', 'The sandbox did not answer')
  return response.json()
}
