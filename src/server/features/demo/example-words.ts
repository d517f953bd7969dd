import type { TextLanguage } from '#contract/text-languages.ts'

/** What example customers say, in their own words in each language. */
export const exampleReviews: Record<TextLanguage, readonly [rating: 1 | 2 | 3 | 4 | 5, text: string | undefined][]> = {
  en: [
    [5, 'Quick and friendly. The car was ready when I came back.'],
    [4, 'Good work, though it took ten minutes longer than promised.'],
    [5, undefined],
    [3, 'Fine, but the windows could have been cleaner.'],
    [5, 'They called me when it was ready. I’ll come again.'],
    [4, undefined],
    [2, 'I had to wait although I’d booked a time.'],
  ],
  fr: [
    [5, 'Rapide et aimable. La voiture était prête à mon retour.'],
    [4, 'Bon travail, mais dix minutes de plus que prévu.'],
    [5, undefined],
    [3, 'Correct, mais les vitres auraient pu être plus propres.'],
    [5, 'On m’a appelé dès que c’était prêt. Je reviendrai.'],
    [4, undefined],
    [2, 'J’ai dû attendre alors que j’avais réservé un créneau.'],
  ],
}

/** A question about an order, and the answer of the branch. */
export const exampleQuestions: Record<TextLanguage, readonly (readonly [question: string, answer: string])[]> = {
  en: [
    ['Can I come ten minutes later?', 'Of course. We’ll keep it for you.'],
    ['Do you need the key for this?', 'No, leave it with you. We only work outside the car.'],
    ['I’ve moved the car to the next row.', 'Thanks for telling us. We’ll find it.'],
  ],
  fr: [
    ['Puis-je passer dix minutes plus tard ?', 'Bien sûr, nous gardons votre commande.'],
    ['Avez-vous besoin de la clé ?', 'Non, gardez-la. Nous ne travaillons qu’à l’extérieur.'],
    ['J’ai déplacé la voiture dans l’allée d’à côté.', 'Merci de nous avoir prévenus. Nous la trouverons.'],
  ],
}

/** A service that was not done as sold, and the answer of a branch that does not refund it. */
export const exampleProblems: Record<TextLanguage, readonly [text: string, answer: string]> = {
  en: ['The wheels weren’t cleaned.', 'We cleaned them before 10:00, as our photo shows.'],
  fr: ['Les jantes n’ont pas été nettoyées.', 'Nous les avons nettoyées avant 10 h, comme le montre notre photo.'],
}

export const exampleReturnNotes: Record<TextLanguage, string> = {
  en: 'It doesn’t fit my car.',
  fr: 'Le modèle ne convient pas à ma voiture.',
}
