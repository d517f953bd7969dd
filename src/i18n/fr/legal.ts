import type { legal as english } from '#i18n/en/legal.ts'
import type { Shape } from '#i18n/shape.ts'

export const legal: Shape<typeof english> = {
  contents: 'Sur cette page',
  contact: 'Des questions ? Écrivez à {{email}}.',
  terms: {
    title: 'Conditions d’utilisation',
    lead: 'Ce que {{brand}} vous promet et ce qu’il vous demande, en termes simples.',
    sections: {
      what: {
        title: 'Ce que fait {{brand}}',
        text: [
          'Vous trouvez un parking, vous voyez ce que coûte votre stationnement, vous réservez une place et vous la payez avec votre portefeuille. Le parking appartient à quelqu’un d’autre : la place est à lui, et les règles affichées sur place sont les siennes.',
          'Beaucoup de parkings proviennent de données ouvertes. On peut les trouver et s’y rendre, mais on ne peut les réserver que si leur exploitant est partenaire et a fourni un tarif et un nombre de places. Chaque page indique d’où viennent ses informations et de quand elles datent.',
        ],
      },
      account: {
        title: 'Votre compte',
        text: [
          'Pour réserver, il vous faut un compte et une adresse e-mail confirmée. Donnez votre vrai nom et une adresse que vous consultez : les codes, vos réservations et tout changement de mot de passe y sont annoncés.',
          'Votre mot de passe compte au moins {{password}} caractères. Gardez-le pour vous. La déconnexion met fin à la session sur cet appareil ; un nouveau mot de passe y met fin partout.',
        ],
      },
      price: {
        title: 'Un seul prix',
        text: [
          'Le prix de la liste est le prix entier de votre stationnement : parking, frais de service et taxes. Avant de payer, vous en voyez chaque ligne, et c’est exactement ce montant qui quitte votre portefeuille.',
          'Le prix affiché au moment de payer est garanti {{quote}} minutes. S’il expire, le nouveau prix vous est montré, et rien n’est débité sans votre accord.',
        ],
      },
      booking: {
        title: 'Réserver une place',
        text: [
          'Une réservation va d’un quart d’heure à un autre. Elle dure au moins {{least}} minutes et au plus {{most}} jours, et commence au plus tard dans {{ahead}} jours.',
          'Une place payée est à vous pour ce créneau : elle est prise au même instant que l’argent et n’est jamais vendue deux fois. Si quelqu’un vous devance pour la dernière, rien n’est débité.',
          'Indiquez la plaque de la voiture qui stationnera. Elle figure sur votre billet, et c’est elle que le gardien compare.',
          'Vérifiez que votre véhicule passe : la page du parking donne les limites de hauteur, de longueur et de largeur lorsqu’elles sont connues.',
        ],
      },
      parking: {
        title: 'Sur place',
        text: [
          'Présentez votre billet à l’entrée. Une fois ouvert, il fonctionne sans réseau.',
          'Une tolérance de {{arrival}} minutes s’applique à l’arrivée, et de {{end}} minutes au départ.',
          'Suivez les panneaux et le personnel du parking. Ce que vous laissez dans la voiture reste sous votre responsabilité.',
        ],
      },
      wallet: {
        title: 'Votre portefeuille',
        text: [
          'Vous le rechargez auprès du prestataire de paiement de votre pays. Le montant crédité est celui que le prestataire confirme, et il n’est crédité qu’une fois.',
          'Chaque monnaie est tenue à part : l’argent de l’une ne sert jamais à payer dans l’autre. Les remboursements reviennent au portefeuille, dans la monnaie du paiement.',
          'Voici les limites d’une recharge et du portefeuille entier :',
        ],
      },
      cancel: {
        title: 'Annuler',
        text: [
          'Les conditions d’annulation disent jusqu’à quand vous pouvez annuler et ce qui vous revient ; la réservation elle-même vous l’indique avant que vous ne confirmiez.',
        ],
      },
      demo: {
        title: 'Ceci est une démonstration',
        text: [
          'Les prix, les places et les partenaires marqués «\u00a0Exemple\u00a0» sont inventés. Ne vous rendez pas dans un parking à cause d’eux.',
          'Lorsque les paiements sont simulés, aucun argent réel ne circule et rien de ce que vous payez n’est fourni.',
        ],
      },
    },
    table: {
      caption: 'Limites des recharges et des portefeuilles',
      currency: 'Monnaie',
      least: 'Minimum',
      most: 'Maximum',
      wallet: 'Portefeuille',
    },
  },
  privacy: {
    title: 'Confidentialité',
    lead: 'Ce que {{brand}} sait de vous, pourquoi, combien de temps, et qui d’autre le voit.',
    sections: {
      kept: {
        title: 'Ce que nous conservons',
        text: [
          'Votre compte : prénom, nom et téléphone si vous les donnez, adresse e-mail, pays, langue, et le moment où vous avez accepté les conditions.',
          'Votre mot de passe, uniquement sous forme d’empreinte (Argon2id), d’où l’on ne peut pas le retrouver. Il en va de même des clés de vos sessions et des codes envoyés par e-mail.',
          'Vos réservations avec le parking, les horaires et la plaque, et chaque mouvement de votre portefeuille.',
          'Les paiements que vous lancez : montant, monnaie, prestataire et référence chez lui. Les numéros de carte se saisissent chez le prestataire et ne nous parviennent jamais.',
        ],
      },
      long: {
        title: 'Combien de temps',
        text: [
          'Une session prend fin après {{session}} jours ou à la déconnexion. Les e-mails que nous vous avons envoyés sont supprimés après {{mails}} jours, les codes utilisés après un jour.',
          'Pour arrêter ceux qui essaient des mots de passe ou créent des comptes par milliers, les tentatives sont comptées par adresse e-mail et par adresse réseau ; ce compte est oublié au bout d’une heure environ.',
          'Les réservations et les mouvements d’argent restent : ils prouvent ce qui a été payé, pour vous, pour le parking et pour nous.',
        ],
      },
      device: {
        title: 'Ce qui se trouve sur votre appareil',
        text: [
          'La mémoire du navigateur contient ce qui fait fonctionner les pages : votre session, votre langue et votre pays, votre profil, les listes de pays et de régions, et vos réservations à venir, pour que le billet s’ouvre sans réseau. La déconnexion retire ce qui est à vous.',
          'Il y a un seul cookie. Il retient votre langue pendant un an. Pas de cookie publicitaire, pas de traceur d’un tiers.',
        ],
      },
      place: {
        title: 'Votre position',
        text: [
          'Nous ne la demandons au navigateur que si vous appuyez sur le bouton des lieux proches de vous. Elle part vers notre serveur avec cette recherche et n’est pas conservée.',
        ],
      },
      others: {
        title: 'Qui d’autre voit quelque chose',
        text: [
          'Le prestataire de paiement : Paystack au Nigeria, Wave au Sénégal, Stripe au Canada et aux États-Unis. Il connaît le montant et une référence ; Paystack et Stripe connaissent aussi votre adresse e-mail.',
          'Le parking que vous avez réservé : ce qui figure sur le billet, c’est-à-dire son numéro, la plaque et les horaires.',
          'Personne d’autre. Nous ne vendons pas ce que nous savons.',
        ],
      },
      map: {
        title: 'La carte',
        text: [
          'La carte est fournie par {{host}}, qui voit votre adresse réseau et les parties de la carte que vous regardez.',
        ],
      },
      rights: {
        title: 'Ce que vous pouvez demander',
        text: [
          'Vous pouvez corriger votre nom, votre téléphone, votre pays et votre langue sur la page de votre profil. Pour obtenir une copie de ce que nous conservons, ou pour faire effacer votre compte, écrivez-nous depuis l’adresse de votre compte.',
        ],
      },
    },
  },
  cancellation: {
    title: 'Conditions d’annulation',
    lead: 'Avant de confirmer, vous voyez toujours ce qui vous revient. L’argent est aussitôt dans votre portefeuille.',
    sections: {
      table: {
        title: 'Ce qui vous revient',
        text: [
          'La plupart des parkings sont souples. Lorsqu’un parking est strict, sa page et la page de paiement le disent.',
        ],
      },
      how: {
        title: 'Comment annuler',
        text: [
          'Ouvrez la réservation et choisissez d’annuler. Le montant vous est indiqué, ainsi que le temps pendant lequel il reste le même ; rien ne se passe avant votre confirmation.',
          'Le remboursement porte sur tout ce que vous avez payé : parking, frais de service et taxes. Il arrive dans votre portefeuille au moment même où la place est rendue, dans la monnaie du paiement. La moitié d’un montant impair est arrondie en votre faveur.',
        ],
      },
      late: {
        title: 'En retard, ou absent',
        text: [
          'Une tolérance de {{arrival}} minutes s’applique à l’arrivée. Après le début, rien ne vous revient, que vous soyez venu ou non, sauf pendant les {{regret}} minutes qui suivent la réservation.',
        ],
      },
      park: {
        title: 'Si le parking ne peut pas vous accueillir',
        text: [
          'Si le parking est complet, fermé ou inaccessible alors que vous avez une réservation, tout vous est rendu, frais compris. Écrivez à {{email}} en indiquant le numéro de votre billet.',
        ],
      },
    },
    table: {
      caption: 'Ce qui vous revient, selon le moment de l’annulation',
      when: 'Vous annulez',
      flexible: 'Souple',
      strict: 'Strict',
      regret: 'Dans les {{regret}} minutes qui suivent la réservation',
      early: 'Jusqu’à {{hours}} heures avant le début',
      before: 'Ensuite, jusqu’au début',
      after: 'Après le début',
      all: 'Tout',
      share: '{{percent}} %',
      nothing: 'Rien',
    },
  },
}
