use super::{Parts, Security, Words};

pub(super) const WORDS: Words = Words {
    greeting: "Olá, {name},",
    reason: "Você recebe esta mensagem porque este endereço pertence a uma conta de {site} ou foi informado para uma.",
    confirm: Parts {
        subject: "Confirme seu endereço de e-mail para {site}",
        body: "Este endereço foi informado para a conta {name}. Confirme-o para que {site} possa falar com você aqui. O link vale por 24 horas, uma única vez.",
        button: "Confirmar endereço",
        note: "Se não foi você, ignore esta mensagem: nada acontece sem o link.",
    },
    replaced: Parts {
        subject: "Seu endereço de e-mail em {site} foi alterado",
        body: "A conta {name} agora tem outro endereço de e-mail. As mensagens de {site} vão para lá e não chegam mais aqui.",
        button: "Verificar a conta",
        note: "Se não foi você, outra pessoa tem acesso à sua conta: entre, troque a senha e informe seu endereço de novo.",
    },
    removed: Parts {
        subject: "Seu endereço de e-mail em {site} foi removido",
        body: "A conta {name} não tem mais endereço de e-mail. As mensagens de {site} não chegam mais aqui.",
        button: "Verificar a conta",
        note: "Se não foi você, outra pessoa tem acesso à sua conta: entre, troque a senha e informe seu endereço de novo.",
    },
    reset: Parts {
        subject: "Defina uma nova senha para {site}",
        body: "Alguém, esperamos que você, pediu uma nova senha para a conta {name}. O link vale por uma hora, uma única vez. Ele encerra todas as sessões; a segunda etapa continua ativa.",
        button: "Definir nova senha",
        note: "Se não foi você, ignore esta mensagem: sua senha continua a mesma.",
    },
    security: Security {
        password_changed: "Sua senha em {site} foi alterada",
        recovery_codes_renewed: "Seus códigos de recuperação em {site} foram substituídos",
        second_step_added: "O login em duas etapas em {site} está ativado",
        second_step_removed: "O login em duas etapas em {site} está desativado",
        passkey_added: "Uma chave de acesso foi adicionada à sua conta em {site}",
        passkey_removed: "Uma chave de acesso foi removida da sua conta em {site}",
        identity_linked: "Um login foi conectado à sua conta em {site}",
        identity_removed: "Um login foi removido da sua conta em {site}",
        body: "Isso aconteceu na conta {name} em {time}.",
        button: "Verificar a conta",
        note: "Se foi você, não há nada a fazer. Se não, troque a senha e encerre as outras sessões; se não consegue mais entrar, escolha lá “Esqueceu sua senha?”.",
    },
    unread: Parts {
        subject: "Novidades para você em {site}",
        body: "Isto chegou enquanto você estava fora.",
        button: "Ver todas as notificações",
        note: "Você escolheu estes e-mails nas suas configurações de notificações.",
    },
    popular: "Populares nos seus fóruns favoritos",
    unsubscribe: "Cancelar inscrição",
    unsubscribe_question: "Não receber mais e-mails sobre notificações?",
    unsubscribed: "Você não receberá mais e-mails sobre notificações",
    unsubscribe_effect: "E-mails sobre sua senha e seu login continuam chegando. Você pode escolher os e-mails de novo nas suas configurações de notificações.",
};
