import type { TitleChoice, TitleOffer } from '../../../../shared/titles.ts'
import { Button } from '../../../components/Button.tsx'
import { Note } from '../../../components/Note.tsx'
import { moneyWords } from '../../../components/words/money-words.ts'
import { Unbroken } from '../../../components/words/Unbroken.tsx'
import { useLanguage } from '../../../platform/app-store.ts'
import { call } from '../../../platform/bridge/client.ts'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { showToast } from '../../../platform/toasts.ts'
import { useTitleOffer } from '../state/title-offer.ts'

/** The offer to let a model name chats, with its cost. Either button settles it for good. */
export function TitleOfferNote({ offer }: { readonly offer: TitleOffer }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { conversationId, cost, isListed, target } = offer
  const decide = (choice: TitleChoice, named: string | undefined) => {
    useTitleOffer.setState({ offer: null })
    void call('titles.choose', { choice, conversationId: named })
  }
  return (
    <Note
      tone="info"
      label={t('titles.offer')}
      steps={
        <>
          <Button size="small" onClick={() => decide({ by: 'chosen', target }, conversationId)}>
            {t('titles.offerAccept')}
          </Button>
          <Button
            size="small"
            onClick={() => {
              decide({ by: 'line', target: null }, undefined)
              showToast(t('titles.offerLater'))
            }}
          >
            {t('titles.offerDecline')}
          </Button>
        </>
      }
    >
      <p>{t('titles.offer')}</p>
      <p>
        <Unbroken
          text={t(isListed ? 'titles.offerListed' : 'titles.offerPrice', {
            model: target.model,
            price: moneyWords(language, cost),
          })}
        />
      </p>
    </Note>
  )
}
