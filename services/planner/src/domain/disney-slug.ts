/** A name as park operators write it in addresses: `Chef Mickey's` is `chef-mickeys`, `Cosmic Ray’s Starlight Café` is `cosmic-rays-starlight-cafe`. */
export const toDisneySlug = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{Mark}|['’]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
