import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Caller } from '../../lib/api.ts'
import { Failure } from '../../ui/failure.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Section } from '../../ui/section.tsx'
import { DeviceList } from './device-list.tsx'
import { EmailChoice } from './email-choice.tsx'
import { devicesQuery } from './queries.ts'
import { SandboxPhone } from './sandbox-phone.tsx'
import { browserQuery, followPermission } from './this-browser.ts'
import { ThisBrowser } from './this-browser-state.tsx'

type PushSectionProps = {
  caller: Caller
  /** The local run's subscription of a phone to try push with. */
  sandboxDeviceUrl: string | null
  /** The page that shows that phone. */
  inboxUrl: string | null
}

/** The devices to which the caller's alerts go as push notifications, this browser first. */
export function PushSection({ caller, sandboxDeviceUrl, inboxUrl }: PushSectionProps) {
  const list = useQuery(devicesQuery(caller))
  const browser = useQuery(browserQuery(caller))
  const state = useRef<HTMLParagraphElement>(null)
  const readBrowserAgain = browser.refetch
  useEffect(() => followPermission(() => void readBrowserAgain()), [readBrowserAgain])
  const { data, isError } = list
  const isLoading = list.isPending || browser.isPending
  const hasFailed = (isError && !data) || (browser.isError && !browser.data)
  const retry = () => {
    if (list.isError) void list.refetch()
    if (browser.isError) void browser.refetch()
  }

  return (
    <Section
      title="Push notifications"
      text="Your alerts on the screen of your phone or computer, even with Walkon closed. They come with every pass at no extra price."
      value={data && (data.devices.length > 0 ? `On ${data.devices.length} of your devices` : 'Off')}
      act={data && data.devices.length > 0 ? 'Change' : 'Turn on'}
    >
      {isLoading && !hasFailed && <Loading label="Loading your devices" className="h-40! rounded-card!" />}
      {hasFailed && (
        <Failure
          title="Error loading your devices"
          heading="strong"
          busy={list.isFetching || browser.isFetching}
          onRetry={retry}
        />
      )}
      {data && browser.data && (
        <>
          <ThisBrowser caller={caller} browser={browser.data} stateRef={state} />
          {data.devices.length > 0 && (
            <DeviceList
              caller={caller}
              devices={data.devices}
              browser={browser.data}
              onRemoved={() => state.current?.focus()}
            />
          )}
          {(data.devices.length > 0 || data.replacesEmail) && <EmailChoice caller={caller} list={data} />}
          {sandboxDeviceUrl && <SandboxPhone caller={caller} url={sandboxDeviceUrl} inboxUrl={inboxUrl} />}
        </>
      )}
    </Section>
  )
}
