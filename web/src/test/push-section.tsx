import type { Device } from '@walkon/contracts/http/push'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { PushSection } from '../features/push/push-section.tsx'
import { callerOfMail } from '../lib/link-caller.ts'
import { ToastPlace } from '../ui/toast-place.tsx'
import { aDevice, giveBrowser, servePush } from './push.ts'

/** Push notifications alone, for the visitor of a manage link. */
export function renderSection({ sandboxDeviceUrl = null as string | null } = {}) {
  // As the app has it.
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false } },
  })
  render(
    <QueryClientProvider client={queryClient}>
      <ToastPlace>
        <PushSection
          caller={callerOfMail('manage')}
          sandboxDeviceUrl={sandboxDeviceUrl}
          inboxUrl="/sandbox/inbox"
        />
      </ToastPlace>
    </QueryClientProvider>,
  )
  return userEvent.setup({ delay: null })
}

export const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
export const turnOnButton = () => button('Turn on push on this device')
export const rows = () => screen.findAllByRole('listitem')

/** A browser that gets the alerts already. */
export function giveOwnDevice(overrides: Partial<Device> = {}, others: Device[] = []) {
  const own = aDevice({ name: 'Chrome on Android', ...overrides })
  const notifier = servePush([own, ...others])
  const browser = giveBrowser({ permission: 'granted', endpoint: 'https://push.example/own' })
  notifier.endpoints.set('https://push.example/own', own.id)
  return { own, notifier, browser }
}
