import { pick, type Random } from '../random.ts'
import type { Prose, Template } from './prose.ts'

const nouns = [
  'rhythm',
  'structure',
  'boundary',
  'habit',
  'measurement',
  'context',
  'trade-off',
  'margin',
  'signal',
  'pattern',
  'constraint',
  'balance',
  'sequence',
  'threshold',
  'surface',
  'detail',
  'premise',
  'baseline',
  'contrast',
  'scale',
]
const adjectives = [
  'quiet',
  'practical',
  'visible',
  'gradual',
  'surprising',
  'modest',
  'durable',
  'local',
  'steady',
  'rough',
  'deliberate',
  'familiar',
  'fragile',
  'measurable',
  'reversible',
  'shared',
]
const verbs = [
  'shapes',
  'limits',
  'explains',
  'follows',
  'softens',
  'reveals',
  'carries',
  'outlasts',
  'precedes',
  'frames',
]
const people = ['a newcomer', 'a careful reader', 'an engineer', 'a teacher', 'a gardener', 'an editor', 'a musician']

const templates: readonly Template[] = [
  (s, r) => `With ${s}, the ${noun(r)} usually matters more than the ${noun(r)}.`,
  (_, r) => `A ${adjective(r)} ${noun(r)} ${verb(r)} the ${noun(r)}, and the reverse is rarely true.`,
  (s, r) =>
    `Seen from outside, ${s} looks like one ${noun(r)}; from inside it is a ${adjective(r)} chain of small ones.`,
  (_, r) => `It helps to ask what ${pick(r, people)} would notice first.`,
  (_, r) => `The **${adjective(r)} ${noun(r)}** is the part to get right early, because it is costly to change later.`,
  (s, r) => `Most accounts of ${s} begin with the ${noun(r)} and end with a ${adjective(r)} ${noun(r)}.`,
  (_, r) =>
    `There is a ${adjective(r)} difference between a ${noun(r)} and a ${noun(r)}, though the words are often swapped.`,
  (_, r) => `In practice a ratio near $${number(r)}:${number(r)}$ is a sensible place to start.`,
  (_, r) => `When the ${noun(r)} is *${adjective(r)}*, check the ${noun(r)} before anything else.`,
  (s, r) =>
    `What makes ${s} interesting is that its ${noun(r)} stays ${adjective(r)} even when everything around it moves.`,
  (_, r) => `If $x$ stands for the ${noun(r)}, then $x^{${number(r)}}$ grows faster than intuition suggests.`,
  (_, r) => `Small changes to \`${noun(r)}\` tend to show up as a ${adjective(r)} ${noun(r)} somewhere else.`,
  (_, r) => `One way to see this is to remove the ${noun(r)} and watch what the ${noun(r)} does.`,
  (s, r) => `Nothing about ${s} requires a ${adjective(r)} ${noun(r)}, but it makes the work ${adjective(r)}.`,
  (_, r) => `Measured over ${number(r) + 2} weeks, the ${noun(r)} settles and the ${noun(r)} becomes ${adjective(r)}.`,
  (_, r) => `The ${noun(r)} ${verb(r)} the ${noun(r)}; that is the whole argument in ${number(r) + 3} words.`,
]

const headings: readonly Template[] = [
  () => 'What it is',
  () => 'Where it begins',
  () => 'How it works',
  () => 'A closer look',
  () => 'Limits',
  () => 'In practice',
  () => 'What to watch',
  (s, r) => `${capital(adjective(r))} ${noun(r)}s in ${s}`,
  (_, r) => `The ${noun(r)} and the ${noun(r)}`,
  (_, r) => `Why the ${noun(r)} ${verb(r)} the ${noun(r)}`,
]

const noun = (random: Random) => pick(random, nouns)
const adjective = (random: Random) => pick(random, adjectives)
const verb = (random: Random) => pick(random, verbs)
const number = (random: Random) => 2 + Math.floor(random() * 7)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** English templates. */
export const englishProse: Prose = {
  joint: ' ',
  opening: (subject, random) =>
    pick(random, [
      `You asked about **${subject}**. The short version: it is less about the ${noun(random)} than about the ${noun(random)}.`,
      `Let us take **${subject}** one step at a time, beginning with the ${noun(random)}.`,
      `**${capital(subject)}** is easiest to follow from a concrete ${noun(random)}, so here is one.`,
    ]),
  sentences: templates,
  headings,
  item: (_, random) =>
    `**${capital(noun(random))}**: keep it ${adjective(random)}, so that the ${noun(random)} stays ${adjective(random)}.`,
  tableIntroduction: 'Side by side:',
  tableHead: ['Aspect', 'Before', 'After', 'Change'],
  tableRow: (random) => {
    const before = number(random) * 10
    const after = number(random) * 10
    const change = Math.round(((after - before) / before) * 100)
    return [capital(noun(random)), `${before}`, `${after}`, `${change >= 0 ? '+' : '−'}${Math.abs(change)} %`]
  },
  codeIntroduction: (language) => `The same idea in \`${language}\`:`,
  mathIntroduction: 'Written as a formula:',
  mathRemark: (random) => `Here $n$ counts the ${noun(random)}s and $\\sigma$ is the spread of the ${noun(random)}.`,
  quote: (random) => `The ${noun(random)} is ${adjective(random)}; the ${noun(random)} is what we make of it.`,
  link: (subject, random) =>
    `More on this: [${subject}: the ${noun(random)}](https://example.com/${noun(random)}) and <https://example.org/${noun(random)}>.`,
  closing: (subject, random) =>
    pick(random, [
      `That is the outline of ${subject}. Ask for a table, some code or a longer text to see more.`,
      `If one part of ${subject} deserves more room, name it and I will go on from there.`,
    ]),
  brief: (subject) => `In one sentence: **${subject}** is mostly a matter of getting the order of small things right.`,
  greeting: (model) =>
    `Hello! I am **${model}**, a model of the demo gateway: my answers are composed on this computer by simple rules, not by a language model. Ask me anything to see how a conversation looks, or say *help*.`,
  aboutMe: (model) =>
    [
      `I am **${model}**, part of the built-in demo gateway. I run on this computer, cost nothing, and make up my answers by rule. I understand:`,
      '- a subject, which I take up in English or Chinese',
      '- lengths, such as *write 2,000 words about tides* or *写800字*',
      '- *table*, *code* (with a language), *math*, *list*, *quote*, *link*, *brief*, *mixed Markdown*',
      '- *repeat: …*, which says something back word for word',
      '- *use current_date*, which calls a tool that is on',
      '- *continue*, after an answer that was cut off',
      'To see how failures look, begin a message with a line such as `/fault stall;after=20`, `/fault rate-limit` or `/fault early-close;after=30`.',
    ].join('\n\n'),
  pictures: (sizes) =>
    sizes.length === 1
      ? `I can see one picture: ${sizes[0]}.`
      : `I can see ${sizes.length} pictures: ${sizes.join('; ')}.`,
  callback: (earlier) => `Earlier you wrote about *${earlier}*; I keep that in mind here.`,
  instruction: (system) => `(Your standing instruction, “${system}”, is in view.)`,
  lookingUp: 'Let me look that up.',
  toolResults: (results) =>
    `${results.length === 1 ? 'The tool says' : 'The tools say'}:\n\n${results.map((result) => `- \`${result.replaceAll('`', "'")}\``).join('\n')}\n\nThat is what you asked for.`,
  fromPassages: (quotes) =>
    `Your passages say:\n\n${quotes.map(({ number, text }) => `“${text}” [${number}]`).join('\n\n')}`,
  resumed: (subject) => `, and to go on from there: the rest of ${subject} follows the same line.`,
  finished: 'That was the whole answer; there is nothing to add to it.',
}
