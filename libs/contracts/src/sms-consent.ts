/**
 * The words above the button, to which a visitor agrees by ordering text messages. Changed words get a new version, because the version is
 * kept with each order (TCPA; the carriers' rules for 10DLC ask for the words themselves).
 */
export const SMS_CONSENT = {
  version: '2026-11-22',
  text:
    'By continuing you agree to get ride alerts from Walkon by text message at this number, also from an automatic system. ' +
    'How many depends on the rides you choose. Msg & data rates may apply. Reply HELP for help, STOP to stop. ' +
    'Consent is not needed to buy: email alerts come without it.',
} as const
