import { PLATFORMS } from '@walkon/contracts/http/affiliates'
import type { ReactNode } from 'react'
import { useEntryForm } from '../../lib/entry-form.ts'
import type { Caller } from '../../lib/api.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Section } from '../../ui/section.tsx'
import { TextAreaField } from '../../ui/text-area-field.tsx'
import { applicationForm, ENTRY_TEXTS, failureText, toApplication, type Entries } from './application.ts'
import { PLATFORM_NAMES } from './platform-names.ts'
import { apply } from './queries.ts'

type ApplicationFormProps = {
  /** The account that is signed in. */
  applicant: { email: string; fullName: string; caller: Caller } | null
  onSent: () => void
}

/** The application to the affiliate programme, in three sections. */
export function ApplicationForm({ applicant, onSent }: ApplicationFormProps) {
  const { form, field, failure, isBusy } = useEntryForm({
    schema: applicationForm,
    send: async (entered) => {
      await apply(toApplication(entered), applicant?.caller ?? null)
      onSent()
    },
    toText: failureText,
    entryTexts: ENTRY_TEXTS,
  })
  return (
    <form {...form}>
      <AboutSection field={field} applicant={applicant} />
      <ChannelsSection field={field} />
      <ContentSection field={field}>
        <FormProblem problem={failure} />
        <Button type="submit" wide busy={isBusy}>
          {isBusy ? 'Sending your application' : 'Send application'}
        </Button>
      </ContentSection>
    </form>
  )
}

/** Entries are registered as the sections are drawn; the first refused one in that order gets the focus. */
type SectionProps = { field: ReturnType<typeof useEntryForm<Entries>>['field'] }

function AboutSection({ field, applicant }: SectionProps & Pick<ApplicationFormProps, 'applicant'>) {
  return (
    <Section title="About you" text="So that we know who to answer.">
      <TextField
        {...field('fullName')}
        label="Full name"
        autoComplete="name"
        maxLength={200}
        defaultValue={applicant?.fullName}
      />
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={applicant?.email}
      />
      <TextField
        {...field('phone')}
        label="Phone"
        hint="optional"
        type="tel"
        autoComplete="tel"
        maxLength={40}
      />
    </Section>
  )
}

function ChannelsSection({ field }: SectionProps) {
  return (
    <Section title="Your channels" text="At least one, with how many people follow it.">
      {CHANNELS.map(({ legend, handle, followers, counted }) => (
        <fieldset key={legend} className="grid grid-cols-[minmax(0,1fr)_9rem] items-start gap-2">
          <legend className="sr-only">{legend}</legend>
          <TextField {...field(handle)} label={legend} autoCapitalize="none" maxLength={100} />
          <TextField {...field(followers)} label={counted} inputMode="numeric" maxLength={13} />
        </fieldset>
      ))}
      <SelectField {...field('primaryPlatform')} label="Primary platform" defaultValue="">
        <option value="">Select a platform</option>
        {PLATFORMS.map((platform) => (
          <option key={platform} value={platform}>
            {PLATFORM_NAMES[platform]}
          </option>
        ))}
      </SelectField>
    </Section>
  )
}

function ContentSection({ field, children }: SectionProps & { children: ReactNode }) {
  return (
    <Section title="Your content" text="What you make, and what brings you to us.">
      <TextField {...field('contentNiche')} label="Content niche" hint="optional" maxLength={300} />
      <TextAreaField {...field('whyJoin')} label="Why do you want to join?" maxLength={4_000} />
      {children}
    </Section>
  )
}

const CHANNELS = [
  {
    legend: 'Instagram handle',
    handle: 'instagramHandle',
    followers: 'instagramFollowers',
    counted: 'Followers',
  },
  { legend: 'TikTok handle', handle: 'tiktokHandle', followers: 'tiktokFollowers', counted: 'Followers' },
  {
    legend: 'YouTube channel',
    handle: 'youtubeChannel',
    followers: 'youtubeSubscribers',
    counted: 'Subscribers',
  },
  { legend: 'Twitter handle', handle: 'twitterHandle', followers: 'twitterFollowers', counted: 'Followers' },
] as const
