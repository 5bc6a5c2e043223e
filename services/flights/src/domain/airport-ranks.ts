/** The airports with most passengers, roughly the busiest first: an order of suggestions, and no statistic. */
export const BUSIEST = `
ATL DXB DFW HND LHR DEN IST ORD DEL PVG LAX CAN ICN CDG PEK SIN AMS JFK MAD BKK HKG FRA SZX LAS KUL MCO CLT CTU SEA MIA PHX BOM SFO EWR
BCN TFU SGN CGK IAH MEX HGH KMG XIY SVO TPE JED CKG SHA NRT DOH MNL YYZ LGW BOS MSP FCO GRU FLL SAW MUC LGA DTW PHL SLC BLR BWI SYD CUN
BOG AYT LIS ORY PMI DUB DCA MEL SAN IAD HAN CPH MAN VIE ZRH ATH TPA STN MXP OSL BNA RUH KIX DAD AUS HYD MDW CJU DPS BRU YVR ARN CAI MAA
HNL DAL PDX STL LTN CCU BNE DUS LIM AUH BER WAW SCL HEL HOU RDU GDL CGH CMN CTS FUK OKA JNB ADD TLV NCE AGP ALC PRG BUD OTP EDI BHX MTY
SMF MSY SJU MCI SJC RSW SNA OAK CLE SAT IND PIT CVG YUL YYC CMH BDL JAX BUR ONT CHS MKE ABQ OMA PBI SFB RIC OGG BUF ORF OKC SDF MEM BOI
PVD PIE LGB KOA LIH ANC TUS GRR ELP TUL SAV HAM STR CGN GVA LYS MRS TLS BVA BGY CIA VCE NAP LIN BLQ TSF OPO SVQ VLC GLA BRS LCY LPL NCL
GOT KEF ITM NGO GMP PUS TSA AKL PER ADL CNS DMK HKT BSB GIG CNF SSA POA EZE AEP UIO PTY SJO PUJ SDQ YEG YOW YHZ YWG YTZ PNS AVL SYR ROC
ALB DSM MSN GSO GSP LIT XNA DAY CAK MHT PWM BTV MYR SRQ DAB TYS LEX HSV BHM GEG FAT PSP RNO COS ICT`
  .trim()
  .split(/\s+/)

/** Codes of cities with several airports (IATA metropolitan areas), the busiest first. */
export const CITY_AIRPORTS: Record<string, string[]> = {
  NYC: ['JFK', 'EWR', 'LGA'],
  CHI: ['ORD', 'MDW'],
  WAS: ['DCA', 'IAD', 'BWI'],
  LON: ['LHR', 'LGW', 'STN', 'LTN', 'LCY'],
  PAR: ['CDG', 'ORY', 'BVA'],
  TYO: ['HND', 'NRT'],
  OSA: ['KIX', 'ITM'],
  SEL: ['ICN', 'GMP'],
  BJS: ['PEK', 'PKX'],
  MIL: ['MXP', 'LIN', 'BGY'],
  ROM: ['FCO', 'CIA'],
  STO: ['ARN', 'BMA'],
  MOW: ['SVO', 'DME', 'VKO'],
  YTO: ['YYZ', 'YTZ'],
  YMQ: ['YUL'],
  SAO: ['GRU', 'CGH', 'VCP'],
  RIO: ['GIG', 'SDU'],
  BUE: ['EZE', 'AEP'],
  DTT: ['DTW'],
  QDF: ['DFW', 'DAL'],
  QHO: ['IAH', 'HOU'],
  QLA: ['LAX', 'SNA', 'ONT', 'BUR', 'LGB'],
  QSF: ['SFO', 'OAK', 'SJC'],
  QMI: ['MIA', 'FLL', 'PBI'],
  ORL: ['MCO', 'SFB'],
}

/** Cities as their own people write them, folded, and how the list writes them. */
export const OTHER_NAMES: Record<string, string> = {
  koln: 'cologne',
  munchen: 'munich',
  wien: 'vienna',
  roma: 'rome',
  milano: 'milan',
  napoli: 'naples',
  venezia: 'venice',
  firenze: 'florence',
  lisboa: 'lisbon',
  praha: 'prague',
  warszawa: 'warsaw',
  kobenhavn: 'copenhagen',
  geneve: 'geneva',
  genf: 'geneva',
  bruxelles: 'brussels',
  moskva: 'moscow',
  sevilla: 'seville',
  bucuresti: 'bucharest',
  athina: 'athens',
}
