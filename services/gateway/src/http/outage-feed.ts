import { OUTAGE_FEED, type Outage, type OutageList } from '@walkon/contracts/http/how-we-do'
import { outageMinutes, outageParks, outageTitle } from '@walkon/contracts/outage-words'
import { toMoment } from '@walkon/contracts/park-time'
import { oneLine } from '@walkon/contracts/plain-text'
import { escaped } from './escaped.ts'

type Site = { origin: string; now: Date }

/** Outages as an Atom feed (RFC 4287), the newest first. An outage keeps its id from its beginning to its end. */
export function toOutageFeed({ since, outages }: OutageList, { origin, now }: Site): string {
  const page = `${origin}/how-we-do`
  const self = origin + OUTAGE_FEED
  const changes = outages.map(changedAt).toSorted()
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${self}</id>
  <title>Walkon: outages</title>
  <subtitle>Each time an open park had no waits that we trust for ten minutes or longer.</subtitle>
  <updated>${changes.at(-1) ?? since ?? now.toISOString()}</updated>
  <author><name>Walkon</name></author>
  <link rel="self" type="application/atom+xml" href="${self}"/>
  <link rel="alternate" type="text/html" href="${page}"/>
${outages.map((outage) => toEntry(outage, { page, now })).join('')}</feed>
`
}

function toEntry(outage: Outage, { page, now }: { page: string; now: Date }): string {
  const { startsAt, endsAt, parks } = outage
  const title =
    endsAt === null ? outageTitle(outage) : `${outageTitle(outage)} for ${outageMinutes(outage, now)} min`
  const beginning = toMoment(new Date(startsAt), parks[0]?.timezone ?? 'UTC')
  return `  <entry>
    <id>${page}#${startsAt}</id>
    <title>${escaped(title)}</title>
    <published>${startsAt}</published>
    <updated>${changedAt(outage)}</updated>
    <link rel="alternate" type="text/html" href="${page}"/>
    <content type="text">${escaped(oneLine(`Since ${beginning}: ${outageParks(parks)}.`, 500))}</content>
  </entry>
`
}

/** An entry changes when its outage ends. */
const changedAt = ({ startsAt, endsAt }: Outage): string => endsAt ?? startsAt
