import type { Device } from '@walkon/contracts/http/push'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Caller } from '../../lib/api.ts'
import { ConfirmDialog } from '../../lib/confirm-dialog.tsx'
import { useAction } from '../../lib/use-action.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useToast } from '../../ui/toast.tsx'
import { deviceWords, pushProblemText } from './push-words.ts'
import { devicesQuery, removeDevice, sendTest } from './queries.ts'
import { turnOff, type BrowserState } from './this-browser.ts'

type DeviceListProps = {
  caller: Caller
  devices: Device[]
  browser: BrowserState
  /** The row that had the focus is gone. */
  onRemoved: () => void
}

export function DeviceList({ caller, devices, browser, onRemoved }: DeviceListProps) {
  const queryClient = useQueryClient()
  const now = useNow()
  const say = useToast()
  const ownId = browser.kind === 'on' ? browser.deviceId : null
  const remove = async ({ id, name }: Device) => {
    await (id === ownId ? turnOff(caller, id) : removeDevice(caller, id))
    await queryClient.invalidateQueries({ queryKey: devicesQuery(caller).queryKey })
    say({ title: `${name} removed` })
    onRemoved()
  }
  return (
    <ul aria-label="Devices that get your alerts">
      {devices.map((device) => (
        <DeviceRow
          key={device.id}
          device={device}
          isOwn={device.id === ownId}
          now={now}
          onTest={async () => {
            await sendTest(caller, device.id)
            say({ title: 'Test sent', text: `It should show on ${device.name} in a moment.` })
          }}
          onRemove={() => remove(device)}
        />
      ))}
    </ul>
  )
}

type DeviceRowProps = {
  device: Device
  isOwn: boolean
  now: Date
  onTest: () => Promise<void>
  onRemove: () => Promise<void>
}

/** The buttons of this browser's own test stand above the list. */
function DeviceRow({ device, isOwn, now, onTest, onRemove }: DeviceRowProps) {
  const test = useAction(onTest, pushProblemText)
  const [isAsked, setAsked] = useState(false)
  return (
    <li className="grid gap-2 border-t border-line py-3">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <span className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
          <b className="block font-display leading-5">{device.name}</b>
          <span className="text-14 text-ink-2">
            {isOwn && 'This device. '}
            {deviceWords(device, now)}
          </span>
        </span>
        <span className="flex gap-2">
          {!isOwn && (
            <Button
              quiet
              small
              busy={test.isBusy}
              aria-label={`Send a test to ${device.name}`}
              onClick={test.run}
            >
              Test
            </Button>
          )}
          <Button quiet small aria-label={`Remove ${device.name}`} onClick={() => setAsked(true)}>
            Remove
          </Button>
        </span>
      </span>
      <FormProblem problem={test.problem} />
      {isAsked && (
        <ConfirmDialog
          title={`Remove ${device.name}?`}
          words={{ action: 'Remove device', busy: 'Removing', keep: 'Keep it' }}
          wordsOf={pushProblemText}
          onConfirm={onRemove}
          onClose={() => setAsked(false)}
        >
          <p>It gets no more alerts. You can turn push on there again.</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
