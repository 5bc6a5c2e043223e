import type { PLATFORMS } from '@walkon/contracts/http/affiliates'

export const PLATFORM_NAMES: Record<(typeof PLATFORMS)[number], string> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitter: 'Twitter',
  other: 'Other',
}
