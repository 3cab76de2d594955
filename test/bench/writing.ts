/** What the seeded texts are written in. */
const scripts = [
  { letters: [...'etaoinshrdlucmfwypvbgkjqxz'], word: [2, 9], between: ' ', end: '. ' },
  {
    letters: [
      ...'的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经',
    ],
    word: [1, 3],
    between: '',
    end: '。',
  },
  {
    letters: [...'のにはをたがでてとしれさあいこまもらなりきうけくかんそるつよ日本語東京時間水山川'],
    word: [1, 5],
    between: '',
    end: '、',
  },
] as const

/** Makes texts of a given number of words, each in one of three scripts, with natural letter frequencies. */
export function writing(random: () => number): (words: number) => string {
  return (words) => {
    const script = scripts[Math.floor(random() * scripts.length)] ?? scripts[0]
    const [least, most] = script.word
    const word = (): string => {
      const length = least + Math.floor(random() * (most - least + 1))
      const letter = (): string => script.letters[Math.floor(random() ** 1.6 * script.letters.length)] ?? ''
      return Array.from({ length }, letter).join('')
    }
    let text = ''
    for (let at = 0; at < words; at += 1) text += word() + (at % 9 === 8 ? script.end : script.between)
    return text.trim()
  }
}
