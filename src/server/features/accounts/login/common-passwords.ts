/**
 * Lower-case passwords of at least eight characters from the top of published lists, in English, French and as typed in
 * our countries. Patterns are rules in `rules.ts`. Short on purpose: login limits stop the rest.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
password password1 password2 password3 password12 password123 password1234 password12345 password123456 password01
password11 password99 passw0rd p@ssw0rd p@ssword pa$$word pa55word passw0rd1 p@ssw0rd1 p@ssw0rd123 passw0rd123
passw0rd! p@ssw0rd! password! password1! password. password? passwords mypassword mypassword1 thepassword
newpassword oldpassword yourpassword nopassword adminpassword userpassword password2020 password2021 password2022
password2023 password2024 password2025 password2026 pass1234 pass12345 pass123456 pass@123 pass@1234 passpass
passport passcode passphrase passer123 changeme changeme1 changeme123 change123 changeit letmein1 letmein123
letmein12 letmeinnow welcome1 welcome12 welcome123 welcome1234 welcome2 welcome01 welcome@123 welcome2020
welcome2021 welcome2022 welcome2023 welcome2024 welcome2025 welcome2026 admin123 admin1234 admin12345 admin123456
admin@123 adminadmin administrator administrateur root1234 rootroot toor1234 superuser superman superman1 superstar
super123 supervisor secret123 secret12 topsecret mysecret security security1 default1 default123 guest123 guest1234
test1234 test12345 test123456 testtest testing1 testing123 tester123 test@123 testpass user1234 user12345 username
temp1234 temppass temporary login123 logmein1 demo1234 sample123 example1 server123 computer computer1 internet
internet1 internet123 windows1 windows10 microsoft google123 google12 facebook facebook1 facebook123 instagram
whatsapp snapchat samsung1 samsung123 samsung12 iphone12 android1 myspace1 youtube1 linkedin linkedin1 linux123
minecraft minecraft1 fortnite playstation nintendo xbox360x pokemon1 pokemon12 pokemon123 pikachu1 naruto123
qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwerty01 qwerty11 qwerty77 qwerty78 qwerty99 qwerty1!
qwerty@123 qwertyui qwertyuiop1 qwertyuiop123 qwertyqwerty qwert123 qwert1234 qwert12345 qwe12345 qwe123456 qweasd12
qweasd123 qweasdzxc qwe123qwe qweqwe123 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 !qaz2wsx 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y
1q2w3e4r! q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 qazwsxed qazwsxedc qazwsx123 qazqazqaz zaq12wsx zaq1zaq1 zaq1xsw2 2wsx3edc
zxcvbnm1 zxcvbnm123 zxcvbnm12 zxcv1234 zxc12345 asdfghjkl1 asdfghjk1 asdf1234 asdf12345 asdfasdf asdfqwer asd12345
asd123456 asdasd123 asdfgh123 asdfgh12 azerty12 azerty123 azerty1234 azerty12345 azerty01 azerty31 azertyui
azertyuiop1 azertyuiop123 a1z2e3r4 a1z2e3r4t5 aze123456 azeqsdwxc qsdfghjk wxcvbn123
abc12345 abcd1234 abc123456 abcd12345 abcde123 abcdef12 abcdef123 abcdefg1 abcdefgh1 abcd123456 abc123abc abc@1234
a1234567 a12345678 a123456789 aa123456 aa12345678 aa123456789 aaa12345 a1b2c3d4 a1b2c3d4e5 1a2b3c4d 1a2b3c4d5e q1234567
q12345678 z1234567 s1234567 m1234567 x1234567 qq123456 zz123456 1234567a 12345678a 123456789a 1234567q 12345678q
123456789q 123456aa 123456ab 12345abc 1234abcd 1234qwer 12345qwert 123456qwerty 123qweasd 123qwe123 123qwe456 123abc123
123abc456 123456abc 12341234 12344321 12345600 12345612 12345678910 1234567891 1234567899 123456781 1234567812
123456789123 123456123 123456123456 123123123a 123321123 1233211234567 12121212 121212121 11112222 11223344 1122334455
112233445566 11221122 12131415 123412345 123454321 1234554321 123456654321 13131313 13579246 135792468 1357924680
14141414 14725836 147258369 1472583690 147852369 14789632 147896325 15151515 159357159 159753456 15975312 159753159
741852963 7418529630 74108520 789456123 7894561230 789456789 78945612 789632145 963852741 987456321 98741236 87654321a
951753852 95175385 369258147 456789123 45678912 456123789 852456852 75395146 753951456 753159456 20202020 21212121
22334455 23456789a 25252525 31415926 314159265 10203040 1020304050 102030405060 10101010 101010101 01020304 0102030405
01012000 01011990 01011980 01011991 01011985 31121999 12345679 123456780 12345670 09876543 0987654321a 098765432 88888888a
iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou3 iloveyou! iloveyou7 iloveyousomuch iloveu123 iloveme1
iloveme123 ilovehim iloveher ilovejesus ilovegod ilovemom ilovemum ilovemyself ilovemyfamily ilovelife1 loveyou1
loveyou2 loveyou123 lovelove lovelove1 loveme123 loveme12 lovers123 lovelife lovelylove lovely12 lovely123 mylove123
mylove12 truelove truelove1 foreverlove forever1 forever21 forever123 together sweetheart sweetie1 sweetie123
sunshine sunshine1 sunshine2 sunshine12 sunshine123 sunflower sunflower1 sunday123 summer12 summer123 summer2020
summer2021 summer2022 summer2023 summer2024 summer2025 summer2026 winter12 winter123 winter2022 winter2023 winter2024
winter2025 spring2024 spring2025 autumn123 monday123 friday123 december january1 february september september1
october1 november november1 midnight midnight1 starlight moonlight rainbow1 rainbow12 rainbow123 butterfly butterfly1
princess princess1 princess12 princess123 princesa prince123 football football1 football12 football123 footballer
baseball baseball1 basketball basketball1 volleyball softball1 swimming1 swimming hockey12 hockey123 soccer12
soccer123 soccer10 cricket1 cricket123 wrestling lacrosse skateboard liverpool liverpool1 liverpool123 arsenal1
arsenal12 arsenal123 chelsea1 chelsea12 chelsea123 chelseafc manchester manchester1 manunited barcelona barcelona1
realmadrid realmadrid1 ronaldo7 ronaldo1 ronaldo123 cristiano lionelmessi messi123 juventus juventus1 steelers
steelers1 cowboys1 yankees1 lakers24 lakers123 patriots redsox12 packers1 eagles123 dolphins dolphin1 dolphin123
dragon12 dragon123 dragonball dragonballz monkey12 monkey123 tiger123 tigger12 tigger123 panther1 elephant elephant1
kangaroo mustang1 mustang123 ferrari1 porsche1 porsche911 mercedes mercedes1 corvette corvette1 chevrolet chevy123
camaro123 toyota123 toyota12 nissan123 yamaha123 motorola motorcycle harley123 harleydavidson hondacivic bmw12345
starwars starwars1 startrek batman12 batman123 spiderman spiderman1 spiderman123 wolverine ironman1 ironman123
captain1 avengers transformers metallica metallica1 slipknot slipknot1 linkinpark eminem123 beyonce1 rihanna1
hannahmontana onedirection justinbieber michaeljackson jackson5 jackson1 jordan23 jordan12 jordan123 michael1
michael12 michael123 michelle michelle1 jennifer jennifer1 jessica1 jessica123 ashley12 ashley123 amanda123 andrew123
anthony1 anthony123 benjamin benjamin1 brandon1 brittany charlie1 charlie123 charlotte christian christian1
christina christopher daniel12 daniel123 danielle danielle1 elizabeth elizabeth1 isabella isabelle joshua12 joshua123
jonathan jonathan1 johnson1 justin123 matthew1 matthew123 nicholas nicholas1 nicole12 nicole123 patricia patrick1
rebecca1 robert12 robert123 samantha samantha1 scarlett sebastian stephanie stephen1 thomas123 vanessa1 veronica
victoria victoria1 william1 william123 alexander alexander1 alexandra alejandra alejandro fernando fernanda francisco
cameron1 caroline catherine gabriel1 gabriela gabrielle georgina jasmine1 jasmine123 madison1 margaret mohammed
mohamed1 muhammad ibrahim1 fatima123 abdullah abdullahi
chocolate chocolate1 cookies1 cookie123 cupcakes1 strawberry blueberry cherries1 pineapple watermelon pumpkin1
peaches1 banana123 coffee123 cheese123 cheesecake babygirl babygirl1 babygirl12 babygirl123 babyboy1 babyboy123
babydoll1 babyface sexygirl beautiful beautiful1 gorgeous handsome blessed1 blessed123 blessing blessing1 blessings
jesus123 jesus777 jesus4me jesusloves jesuslovesme jesuschrist jesuschrist1 jesusislord jesusisking jesus1234 christ123
godisgood godisgood1 godisgreat godislove godbless godbless1 godblessme godfirst godwin123 goodluck goodness
grace123 graceful glory2god halleluyah hallelujah faith123 faithful1 mercy123 miracle1 miracle123 favour123 favour12
destiny1 destiny123 precious precious1 patience patience1 success1 success123 goodnews winner123 victory1 victory123
nigeria1 nigeria12 nigeria123 naija123 lagos123 lagos1234 abuja123 senegal1 senegal123 dakar123 dakar221 teranga1 canada123
canada12 toronto1 toronto123 montreal montreal1 vancouver vancouver1 america1 america123 newyork1 newyork123 brooklyn
brooklyn1 california chicago1 chicago123 houston1 florida1 texas123 london123 england1 africa123 australia germany1
france123 freedom1 freedom123 whatever whatever1 nothing1 nothing123 anything something trustno1 trustno1! hello123
hello1234 hello12345 hellohello helloworld helloworld1 hello@123 goodbye1 goodday1 family123 family12 familyfirst
friends1 friends123 friend123 bestfriend bestfriends mother123 mommy123 mummy123 daddy123 daddysgirl brother1 brother123
sister123 children loving123 lovers12 soulmate heartless heart123 angel123 angel1234 angels123 angelina angelica
diamond1 diamond123 golden123 silver123 platinum phoenix1 phoenix123 warrior1 warriors hunter12 hunter123 killer12
killer123 killers1 shadow12 shadow123 master12 master123 mastermind ninja123 gangster gangster1 samurai1 wizard123
marlboro marijuana whiskey1 heineken guinness1 champion champion1 champions legend123 player123 gamer123 gaming123
money123 money1234 moneyman millionaire cashmoney richard1 business business1 company1 company123 manager1 office123
school123 student1 student123 teacher1 university college1 library1 football7 football10 blink182 area5151 access14
access123 backdoor blahblah1 bubbles1 buster123 crystal1 darkness digital1 einstein engineer enterprise explorer
firebird fireball garfield guitar123 happy123 happy1234 happiness happyday hardcore hercules highland icecream icecream1
infinity infinity1 jellybean jeremiah kissmyass lollipop lollipop1 magic123 maverick mercury1 nirvana1 november11
paradise penguin1 pictures platinum1 popcorn1 power123 red12345 redneck1 rocknroll rockstar rockstar1 rockyou1 scorpion
scooter1 snowball snowboard snowflake spongebob spongebob1 stargate sterling stronger sunnyday superior swordfish
terminator thunder1 trinity1 tinkerbell tweety12 unicorn1 universe vampire1 voyager1 westside1 wildcats william2
yellow12 yellow123 purple12 purple123 orange12 orange123 green123 black123 blue1234 blue12345 red123456 colorado
motdepasse motdepasse1 motdepasse123 mot2passe motdepass monmotdepasse bonjour1 bonjour12 bonjour123 bonjour1234
bonsoir1 bonsoir123 salut123 coucou12 coucou123 jetaime1 jetaime12 jetaime123 jetaime2 jetaimefort jtaime123 jtmjtmjtm
amour123 amour1234 monamour monamour1 toujours moncoeur moncoeur1 moncheri macherie mapuce123 doudou12 doudou123 doudou13 loulou12
loulou123 loulou13 chouchou chouchou1 nounours nounours1 soleil12 soleil123 soleil13 soleil01 papillon papillon1
chocolat chocolat1 chocolat123 caramel1 vanille1 fraise123 cerise123 marseille marseille1 marseille13 marseille123
paris123 psg12345 parisien paris2024 lyon1234 bordeaux toulouse france98 france12 france2018 football13 zidane10
zinedine nicolas1 nicolas123 nathalie nathalie1 isabelle1 stephane sebastien christophe dominique francoise frederic
frederique guillaume julien123 laurence laurent1 mathilde maxime123 melanie1 philippe philippe1 sandrine sandrine1
sebastien1 sylvie123 thierry1 valerie1 valentin veronique virginie vincent1 camille1 camille123 caroline1 celine123
chantal1 charlene clementine delphine elodie123 emilie123 florence gregoire jerome123 juliette1 marianne marie123
marie1234 marine123 martine1 monique1 pauline1 pierre123 sabrina1 sophie123 thomas12 famille1 famille123 bienvenue
bienvenue1 bienvenue123 liberte1 liberte123 vacances vacances1 maison123 cheval123 dauphin1 pompier1 musique1 musique123
guitare1 etoile123 princesse princesse1 princesse123 tournesol vendredi dimanche septembre decembre novembre
tiger1234 parking1 parking12 parking123 parkingspace
`
    .trim()
    .split(/\s+/),
)
