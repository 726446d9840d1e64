import { once } from "~/lib/languages/wording";
import type { ReferralTexts } from "./referral-texts";

export const ptBR = once(
  (): ReferralTexts => ({
    headline: (shop) => `Um presente de boas-vindas de ${shop}`,
    offer: (value, shop) => `Ganhe ${value} na sua primeira assinatura em ${shop}.`,
    share: (value, shop) => `Gosto muito da minha assinatura em ${shop}. Ganhe ${value} com meu link:`,
    landing: {
      from: (name) => `${name} convida você`,
      email: "Seu endereço de e-mail",
      submit: "Receber meu código",
      terms: "O código vale uma vez, com este e-mail, na sua primeira assinatura.",
      until: (date) => `Use até ${date}.`,
      doneTitle: "Aqui está seu código",
      code: "Seu código",
      done: "Comece sua primeira assinatura com o mesmo e-mail e depois digite o código na página em que você a gerencia. Ele vale a partir do próximo pedido.",
      mailed: "Também o enviamos por e-mail.",
      mailedTitle: "Confira sua caixa de entrada",
      mailedText:
        "Se esta oferta valer para seu e-mail, seu código está a caminho. Pode levar alguns minutos; veja também a pasta de spam.",
      toShop: "Visitar a loja",
      closedTitle: "Esta oferta não está disponível",
      refused: {
        unknown_token: "Este link está incompleto ou não é mais válido. Peça um novo a quem convidou você.",
        programme_inactive: "Esta oferta não está disponível no momento.",
        not_eligible: "Esta oferta não pode ser usada com este e-mail.",
        invalid_email: "Digite um e-mail, como nome@example.com.",
        too_many: "Tentativas demais. Tente novamente mais tarde.",
        fault: "Algo deu errado. Tente novamente daqui a pouco.",
      },
    },
    portal: {
      title: "Convidar amigos",
      lead: (friend, own) =>
        `Seu amigo ganha ${friend}. Você ganha ${own} quando o primeiro pedido dele for pago.`,
      link: "Seu link",
      message: "Mensagem para compartilhar",
      byMail: "E-mail",
      bySms: "Mensagem de texto",
      qr: "Código QR do seu link",
      invite: {
        title: "Quem você quer convidar?",
        email: "E-mail do seu amigo",
        hint: "Nós não enviamos nada. Preparamos um e-mail com seu link, para você enviar pelo seu próprio aplicativo.",
        submit: "Preparar o e-mail",
        ready: "O e-mail para seu amigo está pronto.",
        open: "Abrir e enviar",
      },
      friends: "Seus amigos",
      none: "Ninguém usou seu link ainda.",
      status: {
        INVITED: "Convite enviado",
        ACCEPTED: "Tem o código",
        CODE_USED: "Usou o código",
        REWARDED: "Você ganhou sua recompensa",
        REFUSED: "Não conta",
      },
      reward: "Seu código",
      rewardGone: "Não é mais válido",
      rewardedNext: "No próximo pedido",
      rewardTitle: "Recompensa por indicação",
      entry: "Convidar amigos",
    },
    mail: {
      welcomeSubject: (shop) => `Seu código para ${shop}`,
      welcomeText: (value, shop) => `Aqui está seu código: ${value} na sua primeira assinatura em ${shop}.`,
      rewardSubject: (shop) => `Obrigado por recomendar ${shop}`,
      rewardText: (value) => `Um amigo usou seu link. Aproveite ${value} em um pedido.`,
      rewardNext: (value) => `Um amigo usou seu link. Aproveite ${value} no próximo pedido.`,
      codeIs: (code) => `Seu código: ${code}`,
    },
  }),
);
