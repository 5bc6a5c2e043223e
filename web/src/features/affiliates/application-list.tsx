import type { AffiliateApplication } from '@walkon/contracts/http/affiliates'
import type { ReactNode } from 'react'
import type { Caller } from '../../lib/api.ts'
import { dayWords } from '../../lib/day-words.ts'
import { PagedList } from '../../lib/paged-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Shape } from '../../ui/shape.tsx'
import { ToolRow } from '../../ui/tool-row.tsx'
import { DecideButtons } from './decide-buttons.tsx'
import { decisionWords, type Offer } from './decision-words.ts'
import { PLATFORM_NAMES } from './platform-names.ts'
import { applicationsQuery } from './queries.ts'

type ApplicationListProps = {
  caller: Caller
  onAccept: (id: string, offer: Offer) => Promise<unknown>
  onDecline: (id: string) => Promise<unknown>
}

/** The applications to the affiliate programme, the newest first, with the decision, made or due. */
export const ApplicationList = ({ caller, onAccept, onDecline }: ApplicationListProps) => (
  <PagedList
    query={applicationsQuery(caller)}
    name="the applications"
    more="older applications"
    isWide
    empty={
      <Panel kind="open" title="No applications yet" heading="h2">
        <p className="text-ink-2">Applications show up here.</p>
      </Panel>
    }
  >
    {(application) => (
      <ApplicationRow key={application.id} application={application}>
        {application.decision === null ? (
          <DecideButtons
            application={application}
            onAccept={(offer) => onAccept(application.id, offer)}
            onDecline={() => onDecline(application.id)}
          />
        ) : (
          <p className="flex items-center gap-2 font-bold wrap-anywhere">
            <Shape name={application.decision === 'accepted' ? 'walk' : 'closed'} className="[--size:12px]" />
            {decisionWords(application)}
          </p>
        )}
      </ApplicationRow>
    )}
  </PagedList>
)

const count = (number: number) => number.toLocaleString('en-US')

type ApplicationRowProps = { application: AffiliateApplication; children: ReactNode }

function ApplicationRow({ application, children }: ApplicationRowProps) {
  const { fullName, email, phone, primaryPlatform, totalFollowers, contentNiche, whyJoin, createdAt } =
    application
  return (
    <li className="border-t border-line">
      <ToolRow
        name={fullName}
        heading="h2"
        meta={
          <>
            <a href={`mailto:${email}`}>{email}</a>
            {phone !== null && <span>{phone}</span>}
            <b className="text-ink">
              {count(totalFollowers)} followers, mainly on {PLATFORM_NAMES[primaryPlatform]}
            </b>
            <span>Received {dayWords(createdAt)}</span>
          </>
        }
        acts={children}
      >
        <ul className="flex flex-wrap gap-x-4 text-ink-2">
          {toChannels(application).map((words) => (
            <li key={words} className="wrap-anywhere">
              {words}
            </li>
          ))}
          {contentNiche !== null && <li className="wrap-anywhere">Content: {contentNiche}</li>}
        </ul>
        <p className="max-w-180 wrap-anywhere whitespace-pre-line">{whyJoin}</p>
      </ToolRow>
    </li>
  )
}

/** The channels that were named, each with its followers. */
function toChannels(application: AffiliateApplication): string[] {
  const channels: [name: string, handle: string | null, followers: number | null][] = [
    ['Instagram', application.instagramHandle, application.instagramFollowers],
    ['TikTok', application.tiktokHandle, application.tiktokFollowers],
    ['YouTube', application.youtubeChannel, application.youtubeSubscribers],
    ['Twitter', application.twitterHandle, application.twitterFollowers],
  ]
  return channels
    .filter(([, handle, followers]) => handle !== null || followers !== null)
    .map(([name, handle, followers]) =>
      [`${name}:`, handle, followers === null ? null : `(${count(followers)})`]
        .filter((word) => word !== null)
        .join(' '),
    )
}
