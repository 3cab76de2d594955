import { assistants } from './assistants.ts'
import { backup } from './backup.ts'
import { blocks } from './blocks.ts'
import { compare } from './compare.ts'
import baseEn from './en.json' with { type: 'json' }
import { files } from './files.ts'
import { folders } from './folders.ts'
import { history } from './history.ts'
import { images } from './images.ts'
import { kept } from './kept.ts'
import { keys } from './keys.ts'
import { knowledge } from './knowledge.ts'
import { length } from './length.ts'
import { links } from './links.ts'
import { mask } from './mask.ts'
import { meaning } from './meaning.ts'
import { money } from './money.ts'
import { network } from './network.ts'
import { offers } from './offers.ts'
import { order } from './order.ts'
import { places } from './places.ts'
import { prompts } from './prompts.ts'
import { quick } from './quick.ts'
import { reading } from './reading.ts'
import { requests } from './requests.ts'
import { saving } from './saving.ts'
import { servers } from './servers.ts'
import { temporary } from './temporary.ts'
import { text } from './text.ts'
import { titles } from './titles.ts'
import { tools } from './tools.ts'
import { transcription } from './transcription.ts'
import { transfer } from './transfer.ts'
import { updates } from './updates.ts'
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
  .with(assistants)
  .with(backup)
  .with(places)
  .with(blocks)
  .with(compare)
  .with(files)
  .with(folders)
  .with(history)
  .with(images)
  .with(kept)
  .with(keys)
  .with(quick)
  .with(knowledge)
  .with(length)
  .with(links)
  .with(mask)
  .with(meaning)
  .with(money)
  .with(network)
  .with(updates)
  .with(offers)
  .with(order)
  .with(prompts)
  .with(reading)
  .with(requests)
  .with(saving)
  .with(servers)
  .with(temporary)
  .with(text)
  .with(titles)
  .with(tools)
  .with(transcription)
  .with(transfer)
  .with(videos)
