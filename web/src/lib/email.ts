import { toAddressEntry } from '@walkon/contracts/pasted-text'

/** An @ with something around it, and a dot behind it (core, section 5). The server looks closer. */
const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export const isEmail = (value: string): boolean => LOOKS_LIKE_EMAIL.test(toAddressEntry(value))
