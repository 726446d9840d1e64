import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const ptPT = once(
  (): ReferralTexts => ({
    headline: (shop) => `Um presente de boas-vindas de ${shop}`,
    offer: (value, shop) => `Receba ${value} na sua primeira subscrição em ${shop}.`,
    share: (value, shop) =>
      `Gosto muito da minha subscrição em ${shop}. Recebe ${value} com a minha ligação:`,
    landing: {
      from: (name) => `Um convite de ${name}`,
      email: "O seu endereço de e-mail",
      submit: "Receber o meu código",
      terms: "O código é válido uma vez, com este e-mail, na sua primeira subscrição.",
      until: (date) => `Use-o até ${date}.`,
      doneTitle: "Aqui está o seu código",
      code: "O seu código",
      done: "Inicie a sua primeira subscrição com o mesmo e-mail e introduza depois o código na página onde a gere. É válido a partir da próxima encomenda.",
      mailed: "Também o enviámos por e-mail.",
      mailedTitle: "Verifique a caixa de entrada",
      mailedText:
        "Se esta oferta for válida para o seu e-mail, o código está a caminho. Pode demorar alguns minutos; veja também a pasta de spam.",
      toShop: "Visitar a loja",
      closedTitle: "Esta oferta não está disponível",
      refused: {
        unknown_token:
          "Esta ligação está incompleta ou já não é válida. Peça uma nova a quem lhe enviou o convite.",
        programme_inactive: "Esta oferta não está disponível de momento.",
        not_eligible: "Esta oferta não pode ser usada com este e-mail.",
        invalid_email: "Introduza um e-mail, como nome@example.com.",
        too_many: "Demasiadas tentativas. Tente novamente mais tarde.",
        fault: "Algo correu mal. Tente novamente dentro de momentos.",
      },
    },
    portal: {
      title: "Convidar amigos",
      lead: (friend, own) =>
        `Para o seu amigo: ${friend}. Para si: ${own}, quando a primeira encomenda dele for paga.`,
      link: "A sua ligação",
      message: "Mensagem para partilhar",
      byMail: "E-mail",
      bySms: "Mensagem de texto",
      qr: "Código QR da sua ligação",
      invite: {
        title: "Quem gostaria de convidar?",
        email: "E-mail do seu amigo",
        hint: "Nós não enviamos nada. Preparamos um e-mail com a sua ligação, para o enviar a partir da sua aplicação de e-mail.",
        submit: "Preparar o e-mail",
        ready: "O e-mail para o seu amigo está pronto.",
        open: "Abrir e enviar",
      },
      friends: "Os seus amigos",
      none: "Ainda ninguém usou a sua ligação.",
      status: {
        INVITED: "Convite enviado",
        ACCEPTED: "Tem o código",
        CODE_USED: "Usou o código",
        REWARDED: "Recompensa atribuída a si",
        REFUSED: "Não conta",
      },
      reward: "O seu código",
      rewardGone: "Já não é válido",
      rewardedNext: "Na próxima encomenda",
      rewardTitle: "Recompensa por recomendação",
      entry: "Convidar amigos",
    },
    mail: {
      welcomeSubject: (shop) => `O seu código para ${shop}`,
      welcomeText: (value, shop) => `Aqui está o seu código: ${value} na sua primeira subscrição em ${shop}.`,
      rewardSubject: (shop) => `Obrigado por recomendar ${shop}`,
      rewardText: (value) => `Um amigo usou a sua ligação. Aproveite ${value} numa encomenda.`,
      rewardNext: (value) => `Um amigo usou a sua ligação. Aproveite ${value} na próxima encomenda.`,
      codeIs: (code) => `O seu código: ${code}`,
    },
  }),
);
