import { foldName } from './folded-name.ts'

/** True if everybody may see a display name: it is no address, no link, and does not pass for us. */
export function isOpenName(name: string): boolean {
  const read = name.normalize('NFKC')
  const folded = foldName(read)
  const letters = folded.replaceAll(/[^\p{L}]/gu, '')
  return (
    !ADDRESS.test(read) &&
    !LINK.test(read) &&
    !RESERVED_ANYWHERE.test(letters) &&
    !folded.split(/[^\p{L}]+/u).some((word) => RESERVED.has(word))
  )
}

const ADDRESS = /@|[([{]\s*at\s*[)\]}]/i
/** A domain of two parts or more; `Dr.Who` and `J.R.` are none. */
const LINK = /https?:|www\.|[\p{L}\p{N}-]{2,}\.(?:\p{Ll}{2,}|\p{Lu}{2,})(?!\p{L})/u
const RESERVED_ANYWHERE = /walkon|moderator|administrator/
const RESERVED = new Set([
  'admin',
  'admins',
  'mod',
  'mods',
  'official',
  'staff',
  'support',
  'supportteam',
  'sysadmin',
  'helpdesk',
  'webmaster',
  'postmaster',
  'noreply',
])
