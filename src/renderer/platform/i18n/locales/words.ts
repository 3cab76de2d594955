import { backup } from './backup.ts'
import baseEn from './en.json' with { type: 'json' }
import { files } from './files.ts'
import { history } from './history.ts'
import { images } from './images.ts'
import { kept } from './kept.ts'
import { knowledge } from './knowledge.ts'
import { mask } from './mask.ts'
import { meaning } from './meaning.ts'
import { money } from './money.ts'
import { offers } from './offers.ts'
import { servers } from './servers.ts'
import { text } from './text.ts'
import { tools } from './tools.ts'
import { transcription } from './transcription.ts'
import { transfer } from './transfer.ts'
import { videos } from './videos.ts'
import baseZhCN from './zh-CN.json' with { type: 'json' }

/** Words of a panel in each language. A key that English has and another language lacks does not compile. */
interface Words<W extends object> {
  readonly en: W
  readonly zhCN: NoInfer<W>
}

interface WordsBuilder<W extends object> extends Words<W> {
  /** The same with a panel's words. */
  with<P extends object>(panel: Words<P>): WordsBuilder<W & P>
}

function wordsOf<W extends object>({ en, zhCN }: Words<W>): WordsBuilder<W> {
  return {
    en,
    zhCN,
    with: (panel) => wordsOf({ en: { ...en, ...panel.en }, zhCN: { ...zhCN, ...panel.zhCN } }),
  }
}

/** Every word of the page in each language. `test/renderer/platform/i18n/locales.test.ts` compares their keys both ways. */
export const { en, zhCN } = wordsOf({ en: baseEn, zhCN: baseZhCN })
  .with(backup)
  .with(files)
  .with(history)
  .with(images)
  .with(kept)
  .with(knowledge)
  .with(mask)
  .with(meaning)
  .with(money)
  .with(offers)
  .with(servers)
  .with(text)
  .with(tools)
  .with(transcription)
  .with(transfer)
  .with(videos)
