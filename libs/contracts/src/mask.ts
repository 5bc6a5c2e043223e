/** Enough for the owner to recognise the address, and too little for a person to whom the mail was forwarded. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}•••${address.slice(at)}`
}

/** The same in letters that every text has. */
export const maskAddressInText = (address: string): string => maskAddress(address).replaceAll('•', '*')

/** The last four digits. */
export const maskNumber = (number: string): string => `••• ${number.slice(-4)}`
