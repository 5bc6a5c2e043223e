import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import type { Caller } from '../../lib/api.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useToast } from '../../ui/toast.tsx'
import { pushProblemText } from './push-words.ts'
import { devicesQuery, pushKeyQuery, sendTest } from './queries.ts'
import { isInstalled, turnOff, turnOn, type BrowserState } from './this-browser.ts'

type ThisBrowserProps = {
  caller: Caller
  browser: BrowserState
  /** It takes the focus when the state has changed, so that a screen reader reads the new one. */
  stateRef: RefObject<HTMLParagraphElement | null>
}

/** This browser's state for alerts, and the visitor's acts on it. */
export function ThisBrowser({ caller, browser, stateRef }: ThisBrowserProps) {
  const queryClient = useQueryClient()
  const readAgain = async () => {
    await queryClient.invalidateQueries({ queryKey: devicesQuery(caller).queryKey })
    stateRef.current?.focus()
  }
  const askPublicKey = async () => (await queryClient.fetchQuery(pushKeyQuery)).publicKey
  const on = useAction(() => turnOn(caller, askPublicKey).then(readAgain), pushProblemText)

  return (
    <div className="grid justify-items-start gap-3">
      <p ref={stateRef} tabIndex={-1} className="font-bold focus-visible:outline-none">
        {STATES[browser.kind]}
      </p>
      {browser.kind === 'on' ? (
        <WhileOn caller={caller} deviceId={browser.deviceId} onOff={readAgain} />
      ) : (
        <WayOn kind={browser.kind} isBusy={on.isBusy} onWanted={on.run} />
      )}
      <FormProblem problem={on.problem} />
    </div>
  )
}

const STATES: Record<BrowserState['kind'], string> = {
  on: 'This device gets your alerts.',
  off: 'Off on this device.',
  blocked: 'Your browser blocks notifications from Walkon.',
  'to-install': 'On iPhone and iPad, push comes to the Walkon app on your Home Screen.',
  insecure: 'Push needs a secure connection.',
  unable: 'This browser can’t show push notifications.',
}

type WayOnProps = { kind: Exclude<BrowserState['kind'], 'on'>; isBusy: boolean; onWanted: () => void }

function WayOn({ kind, isBusy, onWanted }: WayOnProps): ReactNode {
  if (kind === 'off') {
    return (
      <Button quiet busy={isBusy} onClick={onWanted}>
        {isBusy ? 'Turning on' : 'Turn on push on this device'}
      </Button>
    )
  }
  if (kind === 'to-install') return <InstallSteps />
  return <p>{kind === 'blocked' ? unblockWords() : HINTS[kind]}</p>
}

const HINTS = {
  insecure: 'Open Walkon at an address that begins with https, then turn push on there.',
  unable:
    'Try a current Chrome, Edge, Firefox or Safari, and no private window. Your alerts keep coming as they do now.',
}

const unblockWords = () =>
  isInstalled()
    ? 'Open your phone’s settings, choose Notifications, then Walkon, and allow them. Then come back here.'
    : 'Tap the lock or sliders icon next to the address, open the site’s permissions, and set Notifications to Allow. Then come back here.'

/** Apple gives push to web apps on the Home Screen alone, from iOS 16.4 on. */
const InstallSteps = () => (
  <ol className="grid list-decimal gap-1 pl-5">
    <li>Tap the Share button of your browser.</li>
    <li>Choose “Add to Home Screen”, then “Add”.</li>
    <li>Open Walkon from your Home Screen and log in.</li>
    <li>Turn on push there, under Manage Alerts.</li>
  </ol>
)

type WhileOnProps = { caller: Caller; deviceId: string; onOff: () => Promise<void> }

function WhileOn({ caller, deviceId, onOff }: WhileOnProps) {
  const say = useToast()
  const test = useAction(async () => {
    await sendTest(caller, deviceId)
    say({ title: 'Test sent', text: 'It should show on this device in a moment.' })
  }, pushProblemText)
  const off = useAction(() => turnOff(caller, deviceId).then(onOff), pushProblemText)
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button quiet small busy={test.isBusy} onClick={test.run}>
          {test.isBusy ? 'Sending' : 'Send a test'}
        </Button>
        <Button quiet small busy={off.isBusy} onClick={off.run}>
          {off.isBusy ? 'Turning off' : 'Turn off here'}
        </Button>
      </div>
      <FormProblem problem={test.problem ?? off.problem} />
    </>
  )
}
