/** Words that hold a masked word, or look like one, and are innocent. */
export const INNOCENT_WORDS = `
Scunthorpe Penistone Clitheroe Lightwater Essex Sussex Middlesex Cockermouth Cockburn Hitchcock Hancock Peacock
Babcock Woodcock Alcock cockpit cockatoo cockatiel cockroach cockle cockney cocktail cocktails cockade shuttlecock
weathercock stopcock poppycock gamecock cockscomb ballcock haycock assassin assassins assemble assembly assert asset
assets assign assist assistant associate assume assure assorted assault assess assay asparagus bass bassoon brass
brasserie class classes classic classical classroom classy compass embarrass embassy glass glasses grass grasshopper
harass harassment jackass lass lasso mass massage massive Massachusetts molasses pass passage passenger passengers
passion passive passport password sassafras sass sassy trespass underpass bypass surpass morass crevasse Picasso
Cassandra Cassidy Tasso Madagascar ambassador Dickens Dickinson dickybird dicker Dickson Riddick Moby shitake shiitake
mishit shittah Yoshito Kishitani Ishita whitish pushit habitch Bitcoin pitch pitcher stitch stitches switch ditch
witch witches itch hitch hitchhiker kitchen twitch glitch bewitched quidditch Bastille mustard custard bastion
dastardly prickly pickle pricket cricket ricket trickle sprinkle prickle pricing pussycat pussyfoot pussywillow
Octopussy hussy country county counter Scunner encounter account discount mountain fountain slutsk Slutskaya result
resultant insult consult adult Luther slot sluice slush slum whorehound whorl whorled where Whorfian shore chore
twattle twatterlight Atwater sweater water cutwater wankershim Swank swanky Wanka rewind flanker banker tanker anchor
spanker fuchsia fuchsias Fukuoka Fukushima firetruck truck trucker luck lucky duck duckling tuck pluck stuck buck
bucket suck analysis analyst analog title titan Titanic constitution document cucumber accumulate circumvent grape
drape raccoon spice sniggering niggardly Nigeria Niger Montenegro therapist psychotherapist expert sextant sextet
unisex dike Van Dumbo Goofy Pluto Epcot Tron Ratatouille Soarin Slinky Guardians Test Everest Expedition Mickey
Hollywood Animal Kingdom Typhoon`
  .trim()
  .split(/\s+/)

/** Sentences in which only neighbours make a masked word, or numbers, abbreviations and other alphabets look like one. */
export const INNOCENT_PHRASES = [
  'I wish it was longer',
  'push it to the limit',
  'this hit the spot',
  'his hit song',
  'a class hit',
  'Was hit by a splash',
  'the pass hits capacity',
  'as soon as possible',
  'as short as it gets',
  'as shown',
  'mass hysteria',
  'glass house',
  'grass skirts',
  'first class service',
  'that was it',
  'what was that',
  'with it came rain',
  'the queue was 455 minutes',
  'gate 455',
  '$455 for two',
  'party of 5, 55 min',
  'a 55 minute wait',
  'rated it a 5, 5 times',
  'Plan A, B, C',
  'U.S.A. is great',
  'U S A',
  'R.I.P. the old ride',
  'T.I.T.A.N. coaster',
  'S.H.I.E.L.D. agents',
  'N.A.S.A. exhibit',
  'P.S. I love it',
  'a b c d e f g',
  'vitamins A, B and C',
  'E.T. Adventure',
  'S.S. Columbia',
  'A.S.A.P. please',
  'Q & A session',
  'Dick Van Dyke was brilliant',
  'Alfred Hitchcock theatre',
  'cocktail bar at Essex House',
  'Moby Dick splash',
  'Peacock room',
  'shuttlecock games',
  'the bus hit traffic',
  'Swiss hit parade',
  'press hit play',
  'cross it off',
  'yes, it works',
  'so as so often',
  'was so fun',
  'as s oon',
  'the cast was superb',
  'on a truck, she said',
  'half u can see',
  'chief u c king?',
  'if u c king triton say hi',
  'if u c kids',
  'few hits',
  'no class, no glass',
  'a cool duck',
  'two luck items',
  'bob@ss.com',
  'https://example.com/as/s/1',
  'ass1st',
  'class1fied',
  'The 1st class cabin',
  'B1tcoin price',
  '4 stars',
  '10/10 would ride again',
  '5/5',
  'It is @ 5:55',
  '$$$ expensive',
  '!!! wow !!!',
  '(c) 2026',
  '7 of 9',
  '100%',
  'I I I',
  'a a a',
  's s s',
  'w a i t',
  'q u e u e',
  'w o w',
  'h e l l o',
  's l o w',
  'l i n e s',
  'c l a s s',
  'g r a s s',
  'p a s s',
  'm a s s',
  "it's hit or miss",
  "who're you",
  "she's hitting",
  'cock-a-doodle-doo? no: rooster',
  'классно',
  'Это касса',
  'Ω mega',
  'naïve café',
  'Zoë Škoda',
  'Ｆｕｌｌ width',
  '日本語 ディズニー',
  '🎢🎢 great 🎉',
  'Pa$$word',
  'pa55word',
  'cla55ic',
  'gl@ss',
  'gr@$$',
]
